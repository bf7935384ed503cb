import { expect, test } from 'vitest'
import { environmentFault } from './environment.ts'
import { HarnessError } from './errors.ts'

const systemError = (code: string): Error =>
  Object.assign(new Error(code), { code, path: '/x', syscall: 'write' })

test.for(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ENOMEM', 'EIO'])(
  '%s is an error of the environment, reported in one line with the path',
  (code) => {
    const fault = environmentFault(new Error('around it', { cause: systemError(code) }))

    expect(fault?.code).toBe('config-fault')
    expect(fault?.message).toMatch(new RegExp(`^Could not write /x: .*\\(${code}\\)\\.$`))
  },
)

test('an error of the harness or its caller is not an error of the environment', () => {
  expect(environmentFault(systemError('ENOENT'))).toBeUndefined()
  expect(environmentFault(new HarnessError('usage', 'no'))).toBeUndefined()
  expect(environmentFault('text')).toBeUndefined()
})
