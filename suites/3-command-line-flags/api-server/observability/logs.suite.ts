import { becomesTrue, expect, becomesTrueSoon, rulesOf, says, test } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { verboseServer, quietServer } from './verbosity-servers.ts'
import { atOnceMs, isMarkerIn, bytesForRequests, sendMarkedRequest, requests } from './log-lines.ts'

const { must, excluded } = rulesOf()

const splitStreamFlags: Flags = {
  '--feature-gates': 'LoggingAlphaOptions=true',
  '--log-text-split-stream': true,
  '--v': 4,
}
const buffer = '--log-text-info-buffer-size'
const frequency = '--log-flush-frequency'

// Buffer that a server does not fill within a minute, and flush interval that is longer than every check.
const [largeBuffer, longInterval] = ['16Mi', '300s']

const splitStreams = sharedServer(() => ({ flags: splitStreamFlags }))
const largeBufferServer = sharedServer(() => ({
  flags: { ...splitStreamFlags, [buffer]: largeBuffer, [frequency]: longInterval },
}))
const smallBufferServer = sharedServer(() => ({
  flags: { ...splitStreamFlags, [buffer]: '2Ki', [frequency]: longInterval },
}))
const flushingServer = sharedServer(() => ({
  flags: { ...splitStreamFlags, [buffer]: largeBuffer, [frequency]: '1s' },
}))

must('flag.v.amount', flagRow('--v', 'meaning'), () => {
  says('A higher level is more to read.')
  test('writes more about requests with a higher level', async () => {
    const [few, many] = [await bytesForRequests(quietServer), await bytesForRequests(verboseServer)]

    expect(many).toBeGreaterThan(few)
  }).sees('verbosity-ignored')
})

must(
  'flag.log-text-split-stream.streams',
  { ...flagRow('--log-text-split-stream', 'meaning'), capability: 'request-logs' },
  () => {
    says('Info messages go to standard output, and errors to standard error.')
    test(
      { title: 'writes info messages to standard output', id: 'writes infos to standard output' },
      async (check) => {
        check.needs('request-logs')
        const server = await splitStreams()
        const marker = await sendMarkedRequest(server)

        expect(await becomesTrue(() => isMarkerIn('stdout', server, marker), atOnceMs)).toBe(true)
        expect(isMarkerIn('stderr', server, marker), 'on standard error').toBe(false)
      },
    ).sees('log-split-stream-ignored')

    test('writes errors to standard error', async (check) => {
      check.needs('request-logs')
      const server = await splitStreams()
      const bytesBefore = server.program.stderr.bytes
      await server.request({ path: '/version', token: 'nobody.knows.it' })

      expect(await becomesTrue(() => server.program.stderr.bytes > bytesBefore, atOnceMs)).toBe(true)
    }).sees('log-errors-with-infos')
  },
)

// Long enough for an unbuffered line to appear.
const heldMs = 2_500

must(
  'flag.log-text-info-buffer-size.holds-back',
  { ...flagRow(buffer, 'meaning'), capability: 'request-logs', waits: true },
  () => {
    says('Infos are held back in a buffer of that size when output is split.')
    test(
      { title: 'writes info messages once the buffer is full', id: 'writes infos once the buffer is full' },
      async (check) => {
        check.needs('request-logs')
        const server = await smallBufferServer()
        const marker = await sendMarkedRequest(server)
        for (let number = 0; number < 5 * requests; number++) {
          // Requests fill the buffer one at a time.
          await sendMarkedRequest(server)
        }

        expect(await becomesTrue(() => isMarkerIn('stdout', server, marker), atOnceMs)).toBe(true)
      },
    ).sees('log-buffer-size-ignored')

    test(
      { title: 'writes no info messages before the buffer is full', id: 'holds infos back before' },
      async (check) => {
        check.needs('request-logs')
        const server = await largeBufferServer()
        const marker = await sendMarkedRequest(server)

        expect(await becomesTrueSoon(() => isMarkerIn('stdout', server, marker), heldMs)).toBe(false)
        expect(isMarkerIn('stderr', server, marker), 'on standard error').toBe(false)
      },
    ).sees('log-buffer-missing')
  },
)

must(
  'flag.log-flush-frequency.flushes',
  { ...flagRow(frequency, 'meaning'), capability: 'request-logs', waits: true },
  () => {
    says('What is held back is written after that time at the latest.')
    test(
      { title: 'writes info messages after the flush interval', id: 'writes infos when the time is over' },
      async (check) => {
        check.needs('request-logs')
        const server = await flushingServer()
        const marker = await sendMarkedRequest(server)

        // Long enough for two flush intervals.
        expect(await becomesTrue(() => isMarkerIn('stdout', server, marker), heldMs)).toBe(true)
      },
    ).sees('log-flush-frequency-ignored')
  },
)

excluded(
  'flag.vmodule.effect',
  flagRow('--vmodule', 'effect'),
  'The files that match a pattern log at its level.',
  'The patterns name source files of the implementation, which no document lists; flags.types.accepted and flag.vmodule.type judge their form.',
)
