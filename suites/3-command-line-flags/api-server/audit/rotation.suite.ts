import { expect, rulesOf, says, test } from '#kit'
import { countOf } from '../../../shared/audit/fixture.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { agedLogs, unlimitedLogs, maxBackups, requests, limitedLogs } from './rotated-logs.ts'

const { must } = rulesOf()

const megabyteBytes = 2 ** 20

must('flag.audit-log-maxsize.rotation', flagRow('--audit-log-maxsize'), () => {
  says('The log is rotated when it has grown to so many megabytes.')
  test(
    {
      title: 'a log of three quarters of a megabyte is one file',
      id: 'three quarters of a megabyte are in one file',
    },
    async () => {
      expect((await unlimitedLogs.recordedFiles()).earlyFileCount, 'rotated files').toBe(0)
    },
  ).sees('audit-log-rotated-at-half')

  test(
    {
      title: 'a log of four and a half megabytes is several files of at most one megabyte',
      id: 'four and a half megabytes are in several files, none larger than one',
    },
    async () => {
      const { rotated, currentFile } = await unlimitedLogs.recordedFiles()

      expect(rotated.length, 'rotated files').toBeGreaterThanOrEqual(4)
      expect(
        Math.max(...[...rotated, ...(currentFile ? [currentFile] : [])].map(({ size }) => size)),
      ).toBeLessThanOrEqual(megabyteBytes)
    },
  ).sees('audit-log-maxbackup-0-is-one')

  test('no event is lost between two files', async () => {
    const { log, paths } = await unlimitedLogs.recordedFiles()
    const events = log.entries().flatMap(({ event }) => event ?? [])

    expect(countOf(paths, events), 'requests in all files').toBe(paths.length)
  }).sees('audit-log-rotation-loses-event')
})

must('flag.audit-log-maxbackup.kept', flagRow('--audit-log-maxbackup'), () => {
  says('So many rotated files are kept, the newest, also those that are not too old; 0 keeps all.')
  test(
    { title: 'all rotated files are kept when the maximum is 0', id: 'all are kept when it is 0' },
    async () => {
      expect((await unlimitedLogs.recordedFiles()).rotated.length, 'rotated files').toBeGreaterThanOrEqual(4)
    },
  ).sees('audit-log-maxbackup-0-is-one')

  test(
    { title: 'two rotated files are kept when the maximum is 2', id: 'two are kept when it is 2' },
    async () => {
      expect((await limitedLogs.recordedFiles()).rotated.length, 'rotated files').toBe(maxBackups)
    },
  ).sees('audit-log-maxbackup-ignored')

  test({ title: 'the newest rotated files are kept', id: 'those that are kept are the newest' }, async () => {
    const { log, paths } = await limitedLogs.recordedFiles()
    const events = log.entries().flatMap(({ event }) => event ?? [])
    const [older, newer] = [paths.slice(0, requests / 4), paths.slice(-requests / 4)]

    expect(countOf(older, events), 'of the oldest requests').toBe(0)
    expect(countOf(newer, events), 'of the newest requests').toBeGreaterThanOrEqual(newer.length - 3)
  }).sees('audit-log-newest-removed')
})

must('flag.audit-log-compress.gzip', flagRow('--audit-log-compress'), () => {
  says('Rotated files are compressed by gzip when it is true, and only then.')
  test(
    {
      title: 'rotated files are gzip files that contain complete events',
      id: 'rotated files are gzip files that hold whole events',
    },
    async () => {
      const { rotated } = await limitedLogs.recordedFiles()

      expect(rotated.length, 'rotated files').toBeGreaterThan(0)
      expect(rotated.filter(({ isCompressed, lines }) => !isCompressed || lines.length === 0)).toEqual([])
    },
  ).sees('audit-log-not-compressed')

  test(
    { title: 'rotated files are not compressed without the flag', id: 'they stay as they are without it' },
    async () => {
      const { rotated } = await unlimitedLogs.recordedFiles()

      expect(rotated.length, 'rotated files').toBeGreaterThan(0)
      expect(rotated.filter(({ isCompressed }) => isCompressed)).toEqual([])
    },
  ).sees('audit-log-always-compressed')
})

must('flag.audit-log-maxage.days', flagRow('--audit-log-maxage'), () => {
  says('Rotated files are kept for so many days, however many more may be kept.')
  test(
    {
      title: 'a file created today is kept when the maximum age is one day',
      id: 'a file of today is kept when it is one day',
    },
    async () => {
      const { young, left } = await agedLogs()

      expect(young.length, 'files of today').toBeGreaterThan(0)
      expect(left).toEqual(expect.arrayContaining([...young]))
    },
  ).sees('audit-log-maxage-0')

  test(
    { title: 'a file created three days ago is removed', id: 'a file of three days ago is removed' },
    async () => {
      const { old, left } = await agedLogs()

      expect(left).not.toContain(old)
    },
  ).sees('audit-log-maxage-ignored')
})

must('flag.audit-log-path.second-start', flagRow('--audit-log-path', 'second start'), () => {
  says('A log that an earlier start has written keeps its events.')
  test({ title: 'the events of the earlier start are still in the log', id: 'kept' }, async () => {
    const { earlierEvents, lostEvents } = await agedLogs()

    expect(earlierEvents, 'events of the earlier start').toBeGreaterThan(0)
    expect(lostEvents, 'events that are lost').toBe(0)
  }).sees('audit-log-emptied-at-start')
})
