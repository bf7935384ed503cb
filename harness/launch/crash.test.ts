import { expect, test } from 'vitest'
import { crashIn, endOf, endOfOutput, reportsLostLease } from './crash.ts'
import type { Exit } from './program.ts'

const exitWith = (code: number | null, signal: NodeJS.Signals | null = null): Exit => ({
  code,
  signal,
  atMs: 0,
})

const goPanic = `I0101 starting
panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x497481]

goroutine 1 [running]:
main.main()
`

test.for<[string, Exit, string, RegExp]>([
  ['a signal', exitWith(null, 'SIGSEGV'), '', /killed by SIGSEGV/],
  ['the exit code of a shell whose child was killed', exitWith(139), '', /SIGSEGV/],
  ['a panic of Go', exitWith(2), goPanic, /Go/],
  [
    'an uncaught exception of Node.js',
    exitWith(1),
    'Error: no\n    at x (y.js:1:1)\n\nNode.js v20.20.2\n',
    /Node/,
  ],
  [
    'an uncaught exception of Java',
    exitWith(1),
    'Exception in thread "main" java.lang.IllegalStateException: no',
    /Java/,
  ],
  [
    'an uncaught exception of Python',
    exitWith(1),
    'Traceback (most recent call last):\n  File "x"\nValueError: no',
    /Python/,
  ],
  ['a panic of Rust', exitWith(101), "thread 'main' panicked at src/main.rs:1:1:\nno", /Rust/],
])('an end with %s is a crash', ([, exit, output, how]) => {
  expect(crashIn(exit, output)).toMatch(how)
})

test.for<[string, Exit, string]>([
  ['with a reason', exitWith(1), 'error: jwt[0].issuer.url: required'],
  ['without output', exitWith(3), ''],
  ['with a message about a panic', exitWith(1), 'a request may panic: see the goroutine [docs]'],
  ['with exit code 0', exitWith(0), goPanic],
])('an end %s is not a crash', ([, exit, output]) => {
  expect(crashIn(exit, output)).toBeUndefined()
})

test('endOf reports the signal that ended a program, or else its exit code', () => {
  expect(endOf(exitWith(null, 'SIGKILL'))).toBe('killed by SIGKILL')
  expect(endOf(exitWith(1))).toBe('exit code 1')
})

test('endOfOutput keeps the first informative line', () => {
  const stackLines = Array.from({ length: 40 }, (_, line) => `    at frame${line} (x.js:${line}:1)`)
  const text = endOfOutput(
    ["Error: Cannot find module './server.js'", ...stackLines, 'Node.js v20.20.2'].join('\n'),
  )

  expect(text).toContain("Cannot find module './server.js'")
  expect(text).toContain('Node.js v20.20.2')
  expect(text.split('\n')).toHaveLength(7)
})

test('endOfOutput reports that a silent program printed nothing', () => {
  expect(endOfOutput(' \n')).toBe('It printed nothing.')
})

test.for([
  ['E1129 00:12:01.123456 1 server.go:300] "leaderelection lost"', true],
  ['orch-controller-manager: leadership was lost', true],
  ['fatal: lost the lease of the leader', true],
  ['I1129 attempting to acquire leader lease\nError: the data directory was lost', false],
  ['Error: invalid configuration', false],
] as const)('the output %j reports a lost lease: %s', ([output, isLost]) => {
  expect(reportsLostLease(output)).toBe(isLost)
})
