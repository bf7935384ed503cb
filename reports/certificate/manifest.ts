import * as v from 'valibot'
import type { Frozen } from '#harness/contract.ts'
import { verdicts } from '#harness/verdict.ts'

// What is declared here is the type, and what `verify` accepts.

const text = v.string()
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const time = v.pipe(text, v.isoTimestamp())
const digest = v.pipe(text, v.regex(/^[0-9a-f]{64}$/, 'is no SHA-256 in hexadecimal'))

/** Stands for what ran where that cannot be known: in a container, on another host, or as another user. */
export const notDetermined = 'not determined'

/** What a certificate states, signed as a whole. */
export const manifest = v.strictObject({
  schemaVersion: v.literal(1),
  tool: v.strictObject({ name: text, version: text }),
  /** What judged: the compiled suites, and the rules and checks of the profiles as that version of the catalogue has them. */
  suiteDigest: digest,
  catalogue: v.strictObject({ version: text, digest }),
  /** The whole profiles that it is about. */
  profiles: v.pipe(v.array(v.strictObject({ name: text, rules: whole })), v.minLength(1)),
  target: v.strictObject({
    name: text,
    dialect: text,
    programs: v.array(
      v.strictObject({
        role: text,
        /** What the program says of itself when it is asked for its version. */
        version: v.exactOptional(text),
        /** The files of its command line, without the folders in which they lie. */
        files: v.array(v.strictObject({ name: text, sha256: digest })),
        /**
         * What really ran, each differing start once: the executable of the process that served, the files that it
         * interprets, and the flags that its command added.
         */
        ran: v.exactOptional(
          v.union([
            v.literal(notDetermined),
            v.array(
              v.strictObject({
                files: v.array(v.strictObject({ name: text, sha256: digest })),
                addedFlags: v.array(text),
              }),
            ),
          ]),
        ),
      }),
    ),
  }),
  startedAt: time,
  finishedAt: time,
  expiresAt: time,
  seed: v.number(),
  plan: v.strictObject({ rules: whole, checks: whole }),
  totals: v.strictObject(v.entriesFromList(verdicts, whole)),
  /** What the implementation declared of itself, and what was seen of it. */
  declaration: v.strictObject({
    capabilities: v.array(
      v.strictObject({
        name: text,
        declared: v.boolean(),
        /** Rules of the profiles that need it, by what they came to. */
        rules: v.strictObject(v.entriesFromList(verdicts, v.exactOptional(whole))),
      }),
    ),
    /** Departures that the dialect knows of the implementation, with its reasons. */
    knownDepartures: v.array(v.strictObject({ check: text, reason: text })),
  }),
  /** Checks that do not count, because a challenge of them was accepted, and the list that says so. */
  exclusions: v.exactOptional(v.strictObject({ version: text, digest, checks: v.array(text) })),
  evidence: v.strictObject({ files: whole, bytes: whole, root: digest }),
})
export type Manifest = Frozen<v.InferOutput<typeof manifest>>

/** A certificate as its file holds it: the signed manifest (RFC 7515 §7.2.2), and the files that its root stands for. */
export const certificate = v.strictObject({
  payload: text,
  protected: text,
  signature: text,
  files: v.array(v.strictObject({ path: text, bytes: whole, sha256: digest })),
})
export type Certificate = Frozen<v.InferOutput<typeof certificate>>
