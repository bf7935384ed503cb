import * as v from 'valibot'
import type { Frozen } from '#harness/contract.ts'
import { verdicts } from '#harness/verdict.ts'

// Declares both the type and the schema that `verify` accepts.

const text = v.string()
const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0))
const timeSchema = v.pipe(text, v.isoTimestamp())
const digest = v.pipe(text, v.regex(/^[0-9a-f]{64}$/, 'is no SHA-256 in hexadecimal'))

/**
 * Value if the executed program cannot be determined, because it runs in a container, on another host, or as another
 * user.
 */
export const notDetermined = 'not determined'

/** Statements of a certificate, signed as a whole. */
export const manifest = v.strictObject({
  schemaVersion: v.literal(1),
  tool: v.strictObject({ name: text, version: text }),
  /**
   * Basis of the verdicts: the compiled suites, and the rules and checks of the profiles in that version of the
   * catalogue.
   */
  suiteDigest: digest,
  catalogue: v.strictObject({ version: text, digest }),
  /** Frozen set of the standard that the certificate covers, with the digest of its rows and rules. */
  set: v.exactOptional(v.strictObject({ name: text, digest })),
  /** Complete profiles that the certificate covers. */
  profiles: v.pipe(v.array(v.strictObject({ name: text, rules: countSchema })), v.minLength(1)),
  target: v.strictObject({
    name: text,
    dialect: text,
    programs: v.array(
      v.strictObject({
        role: text,
        /** Version that the program reports. */
        version: v.exactOptional(text),
        /** Files of its command line, without their folders. */
        files: v.array(v.strictObject({ name: text, sha256: digest })),
        /**
         * Executed programs, one entry per distinct start: the executable of the serving process, the files that it
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
  startedAt: timeSchema,
  finishedAt: timeSchema,
  expiresAt: timeSchema,
  seed: v.number(),
  plan: v.strictObject({ rules: countSchema, checks: countSchema }),
  totals: v.strictObject(v.entriesFromList(verdicts, countSchema)),
  /** Declarations of the implementation, with the related results. */
  declaration: v.strictObject({
    capabilities: v.array(
      v.strictObject({
        name: text,
        declared: v.boolean(),
        /** Rules of the profiles that need the capability, counted by verdict. */
        rules: v.strictObject(v.entriesFromList(verdicts, v.exactOptional(countSchema))),
      }),
    ),
    /** Deviations of the implementation that the dialect lists, with reasons. */
    knownDepartures: v.array(v.strictObject({ check: text, reason: text })),
  }),
  /** Checks that are excluded because a challenge was accepted, and the list that contains them. */
  exclusions: v.exactOptional(v.strictObject({ version: text, digest, checks: v.array(text) })),
  evidence: v.strictObject({ files: countSchema, bytes: countSchema, root: digest }),
})
export type Manifest = Frozen<v.InferOutput<typeof manifest>>

/**
 * Certificate as stored in its file: the signed manifest (RFC 7515 §7.2.2), and the files that its Merkle root covers.
 */
export const certificate = v.strictObject({
  payload: text,
  protected: text,
  signature: text,
  files: v.array(v.strictObject({ path: text, bytes: countSchema, sha256: digest })),
})
export type Certificate = Frozen<v.InferOutput<typeof certificate>>
