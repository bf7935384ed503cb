import { expect, test } from 'vitest'
import { changesIn } from './diff.ts'

const diff = `commit 1f2e
Author: someone

    Trim the slash

diff --git a/pkg/auth/jwt.go b/pkg/auth/jwt.go
index 1f2e..3d4c 100644
--- a/pkg/auth/jwt.go
+++ b/pkg/auth/jwt.go
@@ -8,4 +8,4 @@ func verify() {
 	if iss == "" {
-		return false
+		return true
 	}
 	return next
@@ -20,0 +21,2 @@ func other() {
+	one()
+	two()
diff --git a/old.go b/old.go
deleted file mode 100644
--- a/old.go
+++ /dev/null
@@ -1 +0,0 @@
-package old
\\ No newline at end of file
diff --git "a/n\\303\\244me.go" b/new.go
--- /dev/null
+++ b/new.go\t2026-11-28 10:00:00
@@ -0,0 +1 @@
+package added
-- 
2.39.5
`

test('a parsed diff has the removed lines, and the positions of the added lines', () => {
  expect(changesIn(diff)).toEqual([
    {
      before: 'pkg/auth/jwt.go',
      after: 'pkg/auth/jwt.go',
      hunks: [
        { removed: new Map([[9, '\t\treturn false']]), added: [{ after: 9, text: '\t\treturn true' }] },
        {
          removed: new Map(),
          added: [
            { after: 20, text: '\tone()' },
            { after: 20, text: '\ttwo()' },
          ],
        },
      ],
    },
    { before: 'old.go', after: undefined, hunks: [{ removed: new Map([[1, 'package old']]), added: [] }] },
    {
      before: undefined,
      after: 'new.go',
      hunks: [{ removed: new Map(), added: [{ after: 0, text: 'package added' }] }],
    },
  ])
})

test('removed lines that look like headers are parsed as removed lines', () => {
  const text = '--- a.lua\n+++ a.lua\n@@ -3,2 +3,1 @@\n--- a comment\n code\n'

  expect(changesIn(text)).toEqual([
    { before: 'a.lua', after: 'a.lua', hunks: [{ removed: new Map([[3, '-- a comment']]), added: [] }] },
  ])
})

test('parsed paths do not contain the compared folders', () => {
  const text =
    '--- /tmp/v1/src/pkg/a.go\t2026-11-28\n+++ /tmp/v2/src/pkg/a.go\t2026-11-29\n@@ -1 +1 @@\n-a\n+b\n'
  const renamed = `diff --git a/one/x.go b/two/x.go\n--- a/one/x.go\n+++ b/two/x.go\n@@ -1 +1 @@\n-a\n+b\n`

  expect(changesIn(text)).toMatchObject([{ before: 'src/pkg/a.go', after: 'src/pkg/a.go' }])
  expect(changesIn(renamed)).toMatchObject([{ before: 'one/x.go', after: 'two/x.go' }])
})

test('a rename and an empty diff change no line, and other texts are not parsed', () => {
  const renamed =
    'diff --git a/one.go b/two.go\nsimilarity index 100%\nrename from one.go\nrename to two.go\n'

  expect([changesIn(renamed), changesIn('\n')]).toEqual([[], []])
  expect(['{"schemaVersion":1}', 'a\nb\n', '@@ -1 +1 @@\n-a\n+b\n'].map(changesIn)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
