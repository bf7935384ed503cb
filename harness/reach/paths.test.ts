import { expect, test } from 'vitest'
import { filesNamed } from './paths.ts'

const names = [
  'k8s.io/apiserver/pkg/server/config.go',
  'k8s.io/kubernetes/cmd/kube-apiserver/app/server.go',
  'reference/apiserver/serve.ts',
  '/build/src/main.c',
]

test.for([
  ['staging/src/k8s.io/apiserver/pkg/server/config.go', 'k8s.io/apiserver/pkg/server/config.go'],
  ['cmd/kube-apiserver/app/server.go', 'k8s.io/kubernetes/cmd/kube-apiserver/app/server.go'],
  ['reference/apiserver/serve.ts', 'reference/apiserver/serve.ts'],
  ['/home/me/project/reference/apiserver/serve.ts', 'reference/apiserver/serve.ts'],
  ['src/main.c', '/build/src/main.c'],
] as const)('the path %s refers to the recorded file %s', ([path, name]) => {
  expect(filesNamed(path, names)).toEqual([name])
})

test('a part of a file name refers to no recorded file, and an exact path only to that file', () => {
  expect(['erver.go', 'pkg/config.go', 'other/serve.ts'].map((path) => filesNamed(path, names))).toEqual([
    [],
    [],
    [],
  ])
  expect(filesNamed('main.go', ['main.go', 'cmd/main.go'])).toEqual(['main.go'])
  expect(filesNamed('main.go', ['a/main.go', 'b/main.go'])).toEqual(['a/main.go', 'b/main.go'])
})

test('a recorded folder contains all files below it without a separate entry', () => {
  const folders = ['src/authn/', 'src/authn/jwt.c']

  expect(filesNamed('src/authn/keys/set.c', folders)).toEqual(['src/authn/'])
  expect(filesNamed('acme/src/authn/keys/set.c', folders)).toEqual(['src/authn/'])
  expect(filesNamed('src/authn/jwt.c', folders)).toEqual(['src/authn/jwt.c'])
  expect(filesNamed('src/authnz/set.c', folders)).toEqual([])
})
