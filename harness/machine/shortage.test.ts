import { tmpdir } from 'node:os'
import { describe, expect, test, vi } from 'vitest'
import { shortageOfProgram, shortages } from './shortage.ts'
import * as supplies from './supplies.ts'

vi.mock('./supplies.ts', { spy: true })

const mebibyte = 1024 * 1024
const mockAmpleSupplies = (): void => {
  const files = { program: 65_536, machine: { remaining: 1_000_000, total: 1_000_000 } }
  const instances = { remaining: 100, total: 128 }
  vi.mocked(supplies.openFiles).mockReturnValue(files)
  vi.mocked(supplies.fileWatches).mockReturnValue({
    instances,
    watches: { remaining: 60_000, total: 65_536 },
  })
  vi.mocked(supplies.freeSpace).mockReturnValue(100_000 * mebibyte)
  vi.mocked(supplies.freeMemory).mockReturnValue(16_000 * mebibyte)
  vi.mocked(supplies.outOfMemoryKills).mockReturnValue(0)
}

const messages = {
  files: 'accept tcp 127.0.0.1:1: accept4: too many open files',
  instances: 'unable to create inotify: too many open files',
  watches: 'inotify_add_watch: no space left on device',
  space: 'write /x/log: no space left on device',
  memory: 'fork/exec /x: cannot allocate memory',
}

describe('the shortage that a program reports', () => {
  test.for(Object.values(messages))(
    'a reported shortage is ignored on a machine with ample resources: %s',
    (text) => {
      mockAmpleSupplies()

      expect(shortageOfProgram(text, tmpdir())).toBeUndefined()
    },
  )

  const scarceSupplies: Record<keyof typeof messages, [() => void, RegExp]> = {
    files: [
      () =>
        vi
          .mocked(supplies.openFiles)
          .mockReturnValue({ program: 1_024, machine: { remaining: 1_000_000, total: 1_000_000 } }),
      /may open 1024 files here.*ulimit -n/,
    ],
    instances: [
      () =>
        vi.mocked(supplies.fileWatches).mockReturnValue({
          instances: { remaining: 3, total: 128 },
          watches: { remaining: 60_000, total: 65_536 },
        }),
      /3 of 128 inotify instances.*max_user_instances/,
    ],
    watches: [
      () =>
        vi.mocked(supplies.fileWatches).mockReturnValue({
          instances: { remaining: 100, total: 128 },
          watches: { remaining: 0, total: 8_192 },
        }),
      /0 of 8192 inotify watches.*max_user_watches/,
    ],
    space: [() => vi.mocked(supplies.freeSpace).mockReturnValue(mebibyte), /1 MiB are free in .*--out/],
    memory: [() => vi.mocked(supplies.freeMemory).mockReturnValue(mebibyte), /ran out of memory.*--jobs/],
  }
  test.for(Object.keys(scarceSupplies) as (keyof typeof messages)[])(
    'a reported shortage of %s is confirmed on a machine that lacks the resource',
    (what) => {
      mockAmpleSupplies()
      const [lessen, message] = scarceSupplies[what]
      lessen()

      expect(shortageOfProgram(messages[what], tmpdir())).toMatch(message)
      expect(shortageOfProgram('panic: no such luck', tmpdir())).toBeUndefined()
    },
  )
})

test('a machine with ample resources has no shortages', () => {
  mockAmpleSupplies()

  expect(shortages([tmpdir()], 4)).toEqual([])
})

test('shortages names the means against each shortage, and each directory once', () => {
  mockAmpleSupplies()
  vi.mocked(supplies.freeSpace).mockReturnValue(200 * mebibyte)
  vi.mocked(supplies.freeMemory).mockReturnValue(1_000 * mebibyte)

  expect(shortages(['/a', '/a'], 4)).toEqual([
    '200 MiB are free in /a, and a whole run may write 1024 MiB. Free some, or name another place (--out, TMPDIR).',
    '1000 MiB of memory are free, and 4 suite files at once may take 1536 MiB. Free some, or give a lower --jobs.',
  ])
})

test('the supplies of this machine can be read', async () => {
  vi.restoreAllMocks()
  const { openFiles, fileWatches, freeMemory, freeSpace } =
    await vi.importActual<typeof import('./supplies.ts')>('./supplies.ts')

  expect(openFiles()?.program).toBeGreaterThan(0)
  expect(fileWatches()?.instances.total).toBeGreaterThan(0)
  expect(freeMemory()).toBeGreaterThan(0)
  expect(freeSpace(tmpdir())).toBeGreaterThan(0)
})
