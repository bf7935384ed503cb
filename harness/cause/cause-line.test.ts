import { expect, test } from 'vitest'
import { causeLineOf } from './cause-line.ts'

const klog = (level: string, text: string) => `${level}1128 05:57:59.429306   21036 run.go:72] ${text}`
const noiseLines = [
  klog('I', 'external host was not specified, using 192.0.2.2'),
  klog('W', '[core] [Channel #1] grpc: addrConn.createTransport failed: Error while dialing'),
]

test.for<[string, string, string, string]>([
  [
    'the error of the last line of klog with level E',
    [
      ...noiseLines,
      klog('E', '"command failed" err="anonymous: Forbidden: the \\"flag\\" cannot be set"'),
    ].join('\n'),
    'anonymous: Forbidden: the "flag" cannot be set',
    'error',
  ],
  [
    'the message and the error of a line of klog',
    klog('E', '"Failed to listen" address="127.0.0.1:1" err="bind: permission denied"'),
    'Failed to listen: bind: permission denied',
    'error',
  ],
  [
    'the line of level F after an earlier error',
    [klog('E', 'first'), klog('F', 'cannot go on'), ...noiseLines].join('\n'),
    'cannot go on',
    'error',
  ],
  [
    'a line that begins with Error:',
    'Error: unknown flag: --no-such-flag\nUsage:\n  program [flags]\n',
    'Error: unknown flag: --no-such-flag',
    'error',
  ],
  [
    'an error above the usage of the package flag',
    'flag provided but not defined: -x\nUsage of program:\n  -v level\n',
    'flag provided but not defined: -x',
    'error',
  ],
  [
    'the error of argparse below the usage',
    'usage: prog [-h]\nprog: error: unrecognized arguments: --x',
    'prog: error: unrecognized arguments: --x',
    'error',
  ],
  [
    'the lines below an error that ends in a colon',
    'Error: invalid:\n  a: wrong\n  b: missing\n\nbye',
    'Error: invalid: a: wrong b: missing',
    'error',
  ],
  [
    'an entry of a JSON log',
    '{"ts":1764309479.4,"msg":"starting"}\n{"ts":1764309479.5,"level":"error","msg":"cannot listen","err":"bind"}',
    'cannot listen: bind',
    'error',
  ],
  [
    'an entry of logfmt',
    'time="2026-11-28T05:57:59Z" level=fatal msg="no such file"',
    'level=fatal msg="no such file"',
    'error',
  ],
  [
    'a panic of Go with its function',
    'panic: runtime error: invalid memory address\n[signal SIGSEGV: segmentation violation]\n\ngoroutine 1 [running]:\npanic({0x1, 0x2})\n\t/go/panic.go:770 +0x1\nexample.org/egress.createDialer(0x0)\n\t/src/egress.go:271 +0x2\nmain.main()\n',
    'panic: runtime error: invalid memory address in example.org/egress.createDialer',
    'trace',
  ],
  [
    'the function that panicked first, if a handler panics again',
    'panic: no [recovered]\n\tpanic: no\n\ngoroutine 7 [running]:\nexample.org/runtime.handleCrash({0x1})\n\t/a.go:1 +0x1\npanic({0x1, 0x2})\n\t/go/panic.go:770 +0x1\nexample.org/peers.(*List).Get(...)\n\t/b.go:2 +0x2\n',
    'panic: no in example.org/peers.(*List).Get',
    'trace',
  ],
  [
    'an uncaught error of Node.js',
    'listening\nTypeError: x is not a function\n    at y (z.js:1:1)\n\nNode.js v20.20.2\n',
    'TypeError: x is not a function',
    'trace',
  ],
  [
    'the root of an exception of Java',
    'Exception in thread "main" java.lang.A: no\n\tat x.Y.z(Y.java:1)\nCaused by: java.io.B: why',
    'Caused by: java.io.B: why',
    'trace',
  ],
  [
    'the message of a traceback of Python',
    'Traceback (most recent call last):\n  File "x", line 1\nValueError: no',
    'ValueError: no',
    'trace',
  ],
  [
    'a panic of Rust',
    "thread 'main' panicked at src/main.rs:1:1:\nno",
    'panicked at src/main.rs:1:1: no',
    'trace',
  ],
  [
    'the exception of a C++ program',
    "terminate called after throwing an instance of 'E'\n  what():  no",
    "terminate called after throwing an instance of 'E' what():  no",
    'trace',
  ],
  [
    'the last line of an output without marked errors',
    'hello\norch: --a and --b exclude each other\n',
    'orch: --a and --b exclude each other',
    'last',
  ],
])('the cause is %s', ([, output, text, source]) => {
  expect(causeLineOf(output)).toEqual({ text, source })
})

test('an empty output has no cause', () => {
  expect(causeLineOf(' \n\n')).toBeUndefined()
})

test('a long error keeps its beginning and its end', () => {
  const { text = '' } = causeLineOf(`Error: ${'x'.repeat(10_000)} is not allowed`) ?? {}

  expect(text.length).toBeLessThan(4_000)
  expect(text).toMatch(/^Error: x.* is not allowed$/)
})
