import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunEvent } from '#harness/events.ts'
import { issue } from '../certificate/issue.ts'
import { readKey, type SigningKey } from '../certificate/sign.ts'
import { renderRunJson } from '../formats/run-json.ts'
import { resultOf } from '../result.ts'
import { sampleRules } from './sample-rules.ts'
import { greenEvents } from './sample-run.ts'

/** Digest of the executable of a run, unless another is given. */
export const sha256 = 'b'.repeat(64)

/** Returns a green run of one profile, which has the digest of the executable that served. */
export function eventsOf(digest = sha256): readonly RunEvent[] {
  const files = [{ name: 'kube-apiserver', sha256: digest }]
  const programFiles = { role: 'apiserver', files, addedFlags: [] } as const
  return greenEvents(sampleRules.slice(2, 3)).map((event) => {
    if (event.type === 'header')
      return { ...event, selection: { profiles: ['apiserver-configuration'] as const } }
    return event.type === 'check'
      ? { ...event, launches: event.launches.map((one) => ({ ...one, ran: programFiles })) }
      : event
  })
}

/** Writes the results of a run into a folder, and certifies them. */
export async function issueBundle(bundle: string, key: SigningKey, events = eventsOf()): Promise<void> {
  const evidence = events.flatMap((event) =>
    event.type === 'check' && event.evidence ? [[`${event.evidence}/timeline.json`, '[]'] as const] : [],
  )
  const contents = {
    'events.jsonl': events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    'run.json': renderRunJson(resultOf(events)),
    ...Object.fromEntries(evidence),
  }
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(bundle, path)), { recursive: true })
    writeFileSync(join(bundle, path), content)
  }
  await issue({ bundle, events, key, validDays: 30_000 })
}

/** Returns a new key of P-256. */
export const createP256Key = (): SigningKey =>
  readKey(
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ format: 'pem', type: 'pkcs8' })
      .toString(),
    'my.key',
  )
