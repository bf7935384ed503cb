import { expect } from '#harness/check/expect.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { comesTrue } from '#harness/machine/until.ts'

type Servers = () => Promise<ApiServer>

let asked = 0

/** Sends a request that is told apart in a log, and gives what its line has. */
export async function mark(server: ApiServer): Promise<string> {
  const marker = `marker=${++asked}x`
  const { status } = await server.request({ path: `/version?${marker}` })
  expect(status, 'the status of the request').toBe(200)
  return marker
}

/** Nobody holds a line back who writes it at once. */
export const atOnceMs = 5_000

/** Whether a line with a mark is on one of a server's streams. */
export const isOn = (stream: 'stdout' | 'stderr', server: ApiServer, marker: string): boolean =>
  server.program[stream].text.includes(marker)

const written = ({ program }: ApiServer): number => program.stdout.bytes + program.stderr.bytes

/** How many requests make a difference in a log. */
export const requests = 20
// No line about a request is shorter.
const shortestLine = 20
const writtenWithinMs = 2_000

/** How many bytes a server writes while it is asked some times. */
export async function bytesForRequests(servers: Servers): Promise<number> {
  const server = await servers()
  const before = written(server)
  for (let number = 0; number < requests; number++) {
    // One by one: each may have lines of its own.
    await mark(server)
  }
  await comesTrue(() => written(server) - before >= requests * shortestLine, writtenWithinMs)
  return written(server) - before
}
