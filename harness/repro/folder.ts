import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { withDescription, texts, nonNegativeInteger } from '../schema-descriptions.ts'
import type { Capability } from '../capabilities.ts'
import { HarnessError, messageOf } from '../errors.ts'
import { checkEvent } from '../events.ts'
import { invocation } from '../header.ts'
import type { Frozen } from '../contract.ts'
import { readJson } from '../input/json.ts'
import { writePrivate } from '../launch/workspace.ts'
import { quoted, absoluteStartCommand, singleFile } from '../shell.ts'
import { deviationSchema } from '../target/deviation-schema.ts'
import { programSchema } from '../target/program-schema.ts'
import type { Target } from '../target/target.ts'
import { verdicts } from '../verdict.ts'
import { cut } from '../target/reproduction.ts'

/** Content of `repro.json`: the type, its validation, and `schemas/repro.schema.json`. */
export const reproFile = v.pipe(
  v.object({
    schemaVersion: v.literal(1),
    tool: v.object({ name: v.string(), version: v.string() }),
    suiteDigest: withDescription(v.string(), 'SHA-256 over the suites that were run.'),
    check: v.string(),
    twin: v.exactOptional(v.object({ id: v.string(), verdict: v.picklist(verdicts) })),
    rule: v.object({ id: v.string(), level: v.string(), says: v.string(), source: v.string() }),
    target: withDescription(
      v.object({
        name: v.string(),
        dialect: v.string(),
        vendor: v.exactOptional(v.string()),
        programs: v.record(v.string(), programSchema),
        capabilities: v.exactOptional(v.record(v.string(), v.boolean())),
        limits: v.record(v.string(), v.number()),
        deviations: v.exactOptional(v.array(deviationSchema)),
      }),
      'The implementation, with absolute paths.',
    ),
    argv: withDescription(texts, 'How the run was started that it comes from.'),
    invocation: v.exactOptional(withDescription(invocation, 'The options of that command line.')),
    seed: v.number(),
    thorough: v.boolean(),
    expected: withDescription(
      v.pick(checkEvent, ['verdict', 'reason', 'expected', 'actual', 'assertions']),
      'The verdict of the check.',
    ),
    cuts: withDescription(v.array(cut), 'What its configuration does without.'),
    standIns: withDescription(
      v.record(
        v.string(),
        v.object({
          status: nonNegativeInteger,
          headers: v.record(v.string(), v.unknown()),
          body: v.string(),
        }),
      ),
      'Requests that are not sent, by number, with the responses used instead.',
    ),
  }),
  v.title('repro.json'),
  v.description('One check with everything that it takes to run it again.'),
)
export type ReproFile = Frozen<v.InferOutput<typeof reproFile>>

const name = 'repro.json'

/** Reads the folder of a reproduction. Throws a usage error for any other folder. */
export function readRepro(folder: string): ReproFile {
  try {
    return v.parse(reproFile, readJson(join(folder, name), 'repro'))
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    const hint = 'Give the folder that `orch-conformance repro CHECK` wrote.'
    throw new HarnessError('usage', `${folder} holds no reproduction: ${messageOf(thrown)}. ${hint}`, {
      cause: thrown,
    })
  }
}

/** Returns the target of a reproduction, as the harness uses it. */
export function targetOf({ target }: ReproFile): Target {
  return target as unknown as Target & { capabilities?: Readonly<Partial<Record<Capability, boolean>>> }
}

/** Writes `repro.json`, the script that runs the check, and the text for people. */
export function writeRepro(folder: string, repro: ReproFile, entry: string): void {
  writePrivate(join(folder, name), `${JSON.stringify(repro, null, 2)}\n`)
  const script = join(folder, 'run.sh')
  writePrivate(script, scriptOf(repro, entry))
  chmodSync(script, 0o700)
  writePrivate(join(folder, 'README.md'), readmeOf(folder, repro))
}

// The package is in no registry, so npx would run whatever has its name there.
function scriptOf({ tool }: ReproFile, entry: string): string {
  // The single file unpacks its entry into a cache, from which it may be gone.
  const [program, isThere, command] =
    singleFile() === undefined
      ? [quoted(entry), '[ -f "$program" ]', `${quoted(process.execPath)} "$program"`]
      : [absoluteStartCommand(tool.name), 'command -v "$program" >/dev/null', '"$program"']
  return `#!/bin/sh
# Runs the check again; options go to \`${tool.name} repro run\`: --attach, --keep, --program ROLE=PATH
folder=$(cd "$(dirname "$0")" && pwd)
program=${program}
if ${isThere}; then exec ${command} repro run "$folder" "$@"; fi
echo "$program is not here. Get ${tool.name} ${tool.version} again, and run: ${tool.name} repro run $folder" >&2
exit 3
`
}

function readmeOf(folder: string, repro: ReproFile): string {
  const { check, rule, expected, tool, cuts, standIns } = repro
  const decidingAssertion = expected.assertions.find(({ passed }) => !passed) ?? expected.assertions.at(-1)
  const standInCount = Object.keys(standIns).length
  const runCommand = absoluteStartCommand(tool.name)
  const quotedFolder = quoted(folder)
  return `# ${check}

${rule.says} (${rule.level}, ${rule.source})

The verdict is **${expected.verdict}**.${expected.reason === undefined ? '' : `\n\n${fencedBlock(expected.reason)}`}
${decidingAssertion === undefined ? '' : `\nExpected, by \`${decidingAssertion.matcher}\`:\n\n${fencedBlock(jsonText(decidingAssertion.expected))}\n\nActual:\n\n${fencedBlock(jsonText(decidingAssertion.actual))}\n`}
## Run it

| command | what it does |
|---|---|
| \`./run.sh\` | runs the check again and compares the verdict |
| \`${runCommand} repro run ${quotedFolder} --attach\` | waits for a program that you start, under a debugger say |
| \`${runCommand} repro run ${quotedFolder} --keep\` | leaves the program and its peers running after a red check |
| \`${runCommand} mock --from ${quotedFolder}\` | starts the peers alone |
| \`${runCommand} shrink ${quotedFolder}\` | removes what the verdict does not need |

## What is here

| file | what it is |
|---|---|
| \`repro.json\` | the check, the target, the expected outcome, and what was cut (${cuts.length} places${standInCount === 0 ? '' : `, ${standInCount} requests`}) |
| \`starts/\` | each program that the check used: command line, configuration, keys |
| \`requests.json\` | the requests of the check to the program, in order, with the responses |
| \`peers/*.json\` | the requests that each peer received |
| \`peers/script.yaml\` | the scripted responses of peers, as rules of a script |
| \`timeline.json\` | all of this on one clock |

Ports, keys and certificates are made anew for each run. Keys here were made for this check alone.
`
}

function jsonText(value: unknown): string {
  return JSON.stringify(value ?? null, null, 2)
}

function fencedBlock(text: string): string {
  return `\`\`\`\n${text.replaceAll('```', "'''")}\n\`\`\``
}

/** Reports whether a folder contains a reproduction. */
export function isRepro(folder: string): boolean {
  return existsSync(join(folder, name))
}
