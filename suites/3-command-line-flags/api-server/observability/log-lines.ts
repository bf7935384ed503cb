import { becomesTrue, expect } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'

type ServerFixture = () => Promise<ApiServer>

let markers = 0

/** Sends a request that is identifiable in a log, and returns its mark. */
export async function sendMarkedRequest(server: ApiServer): Promise<string> {
  const marker = `marker=${++markers}x`
  const { status } = await server.request({ path: `/version?${marker}` })
  expect(status, 'the status of the request').toBe(200)
  return marker
}

/** Maximum delay of a line that is written immediately. */
export const atOnceMs = 5_000

/** Reports whether a line with a mark is on one of a server's streams. */
export const isMarkerIn = (stream: 'stdout' | 'stderr', server: ApiServer, marker: string): boolean =>
  server.program[stream].text.includes(marker)

const writtenBytes = ({ program }: ApiServer): number => program.stdout.bytes + program.stderr.bytes

/** Number of requests for a comparison of log sizes. */
export const requests = 20
// Minimum length of a log line for a request, in bytes.
const shortestLine = 20
const writtenWithinMs = 2_000

/** Returns the number of bytes that a server writes during several requests. */
export async function bytesForRequests(fixture: ServerFixture): Promise<number> {
  const server = await fixture()
  const bytesBefore = writtenBytes(server)
  for (let number = 0; number < requests; number++) {
    // Requests are sequential, because each may have separate lines.
    await sendMarkedRequest(server)
  }
  await becomesTrue(() => writtenBytes(server) - bytesBefore >= requests * shortestLine, writtenWithinMs)
  return writtenBytes(server) - bytesBefore
}
