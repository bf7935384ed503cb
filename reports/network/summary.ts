import type { CheckEvent, RunEvent } from '#harness/events.ts'
import type { HeaderEvent } from '#harness/header.ts'
import type { NetworkResult } from './schema.ts'

/**
 * Returns the packets and connections of the programs and peers of a run to other machines, or `undefined` for results
 * of earlier versions.
 */
export function networkResult(
  { network }: HeaderEvent,
  events: readonly RunEvent[],
): NetworkResult | undefined {
  if (network === undefined) return undefined
  const checksWithTraffic = events.filter(
    (event): event is CheckEvent => event.type === 'check' && event.leaving !== undefined,
  )
  const packets = checksWithTraffic.reduce((sum, { leaving }) => sum + (leaving?.packets ?? 0), 0)
  const attempts = checksWithTraffic.flatMap(({ id: check, leaving }) =>
    (leaving?.attempts ?? []).map((attempt) => ({ check, ...attempt })),
  )
  const bound = events.flatMap((event) =>
    event.type === 'check' ? (event.bound ?? []).map((one) => ({ check: event.id, ...one })) : [],
  )
  return { of: network, packets, attempts, bound }
}

// Maximum number of listed attempts. Further attempts are usually of the same programs.
const maxShown = 5

/** Returns readable lines about packets and connections to other machines. */
export function networkLines({ of, packets, attempts, bound }: NetworkResult): readonly string[] {
  if (of === 'machine') {
    const listeners = bound.map(
      ({ check, address, port, process }) =>
        `  listens beyond loopback: ${placeText(address, port)} by ${process} during ${check}`,
    )
    return listeners.length === 0 ? [] : ['network of the machine', ...firstLines(listeners)]
  }
  const attemptTexts = attempts.map(
    ({ check, protocol, address, port, process }) =>
      `  ${protocol} ${placeText(address, port)} by ${process ?? 'an unknown process'} during ${check}`,
  )
  return [`own network · ${packets} packets to other machines`, ...firstLines(attemptTexts)]
}

function placeText(address: string, port: number): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

function firstLines(lines: readonly string[]): readonly string[] {
  const omittedCount = lines.length - maxShown
  return [...lines.slice(0, maxShown), ...(omittedCount > 0 ? [`  … and ${omittedCount} more`] : [])]
}
