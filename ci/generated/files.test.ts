import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { orch } from '#harness/dialect/orch.ts'
import type { Area } from '#harness/generate/area.ts'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { readPolicy } from '../../reference/apiserver/audit/policy-file.ts'
import { admissionKind } from '../../reference/apiserver/config/admission.ts'
import { authenticationKind } from '../../reference/apiserver/config/authentication/authentication.ts'
import { authorizationKind } from '../../reference/apiserver/config/authorization/authorization.ts'
import { egressKind } from '../../reference/apiserver/config/egress/egress.ts'
import { encryptionKind } from '../../reference/apiserver/config/encryption/encryption.ts'
import { type KindReader, loadConfig } from '../../reference/apiserver/config/load.ts'
import admissionFaults from '../../reference/apiserver/admission/faults.json' with { type: 'json' }
import auditFaults from '../../reference/apiserver/audit/faults.json' with { type: 'json' }
import authenticationFileFaults from '../../reference/apiserver/config/authentication/faults.json' with {
  type: 'json',
}
import authorizationFileFaults from '../../reference/apiserver/config/authorization/faults.json' with {
  type: 'json',
}
import configFaults from '../../reference/apiserver/config/faults.json' with { type: 'json' }
import egressFileFaults from '../../reference/apiserver/config/egress/faults.json' with { type: 'json' }
import egressFaults from '../../reference/apiserver/egress/faults.json' with { type: 'json' }
import encryptionFileFaults from '../../reference/apiserver/config/encryption/faults.json' with {
  type: 'json',
}
import { faultsOf } from '../../reference/config/decode.ts'
import type { Fields } from '../../reference/config/load-file.ts'
import { Refusal } from '../../reference/flags/refusal.ts'
import { admissionConstraints, admissionFiles } from '../../suites/generated/files/admission.ts'
import { auditConstraints, auditFiles } from '../../suites/generated/files/audit.ts'
import {
  authenticationConstraints,
  authenticationFiles,
} from '../../suites/generated/files/authentication.ts'
import { authorizationConstraints, authorizationFiles } from '../../suites/generated/files/authorization.ts'
import { coverableOf, coverageOf } from '../../suites/generated/files/coverage.ts'
import { egressConstraints, egressFiles } from '../../suites/generated/files/egress.ts'
import { encryptionConstraints, encryptionFiles } from '../../suites/generated/files/encryption.ts'
import type { FileCase } from '../../suites/generated/files/file-case.ts'
import { fileContent } from '../../suites/generated/files/file-content.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  maxUndetectedShare,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
} from './testing/seen-faults.ts'

const directory = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(directory, { recursive: true }))

let count = 0

/** Writes the file of a case and returns its path. */
function fileOf({ content }: FileCase): string {
  const path = join(directory, `${++count}.yaml`)
  writeFileSync(path, stringify(fileContent(content, orch, (name) => `/nonexistent/${name}`)))
  return path
}

/** Reads a file. Throws a Refusal if it is not valid. */
type Load = (path: string) => unknown

const loadWith =
  <F extends Fields>(reader: KindReader<F>): Load =>
  (path) =>
    loadConfig(path, reader)

async function outcomeOf(path: string, load: Load): Promise<string> {
  try {
    await load(path)
    return 'ready'
  } catch (thrown) {
    if (thrown instanceof Refusal) return 'refused'
    throw thrown
  }
}

interface Kind {
  readonly load: Load
  readonly cases: Area<FileCase>['cases']
  readonly constraints: readonly string[]
  readonly faults: Readonly<Record<string, string>>
  /** Faults that do not show in the file. */
  readonly elsewhere?: RegExp
}

/** Returns the reader of files of a kind, with the faults of its fields in addition to the given faults. */
const kindOf = <F extends Fields>(
  reader: KindReader<F>,
  faults: Kind['faults'],
): Pick<Kind, 'load' | 'faults'> => ({
  load: loadWith(reader),
  faults: { ...faults, ...faultsOf(reader.fields) },
})

// The faults of all kinds also contain the faults of admission files.
const admissionFileFaults = Object.fromEntries(
  Object.entries(configFaults).filter(([name]) => name.startsWith('admission-')),
)

const kinds: Readonly<Record<string, Kind>> = {
  admission: {
    ...kindOf(admissionKind, { ...admissionFaults, ...admissionFileFaults }),
    cases: admissionFiles,
    constraints: admissionConstraints,
    // The effect of flags, and the precedence of path and configuration, show in the behaviour of plugins.
    elsewhere: /toleration|proxy-client|enabled-|disabled-|flag-order|ignored|beats|only-first|plugin-off/,
  },
  audit: {
    load: readPolicy,
    cases: auditFiles,
    constraints: auditConstraints,
    faults: auditFaults,
    // All other faults of auditing show in the records.
    elsewhere: /^audit-(?!policy-(unusable|without-rules|level-unchecked))|^http2-/,
  },
  authentication: {
    ...kindOf(authenticationKind, authenticationFileFaults),
    cases: authenticationFiles,
    constraints: authenticationConstraints,
    // Another suite covers the matching of destinations. No at sign is drawn, because a dialect deviates there.
    elsewhere: /egress-(controlplane|cluster)-refused|at-sign/,
  },
  authorization: {
    ...kindOf(authorizationKind, authorizationFileFaults),
    cases: authorizationFiles,
    constraints: authorizationConstraints,
  },
  encryption: {
    ...kindOf(encryptionKind, encryptionFileFaults),
    cases: encryptionFiles,
    constraints: encryptionConstraints,
    // A valid configuration with plugins needs a running plugin.
    elsewhere: /kms-.*refused/,
  },
  egress: {
    ...kindOf(egressKind, { ...egressFaults, ...egressFileFaults }),
    cases: egressFiles,
    constraints: egressConstraints,
    // Only traffic shows the connections of proxies and direct connections. A socket name with a scheme may also cause
    // no response.
    elsewhere:
      /without-effect|falls-back|not-used|ignored|roots|verified|not-shown|swapped|etcd-refused|http-url-refused|tried-through|with-scheme|bundle-of-first|bundle-cut|dialled-directly/,
  },
}

describe.each(Object.entries(kinds))(
  'files of %s',
  (name, { load, cases, constraints, faults, elsewhere: otherFaults }) => {
    const drawnCases = drawCases(cases, `generated.files.${name}`, 300)
    const paths = new Map(drawnCases.map((one) => [one, fileOf(one)]))
    const outcome = (testCase: FileCase, ...problems: string[]) =>
      withFaults(problems, () => outcomeOf(paths.get(testCase) ?? '', load))

    test('the constraints and the reference agree', async () => {
      const mismatches: unknown[] = []
      for (const testCase of drawnCases) {
        const expected = testCase.broken === undefined ? 'ready' : 'refused'
        const actual = await outcome(testCase)
        // A case that may start is tested with tokens, which a file alone cannot show.
        if (actual !== expected && testCase.broken?.mayStart === undefined)
          mismatches.push({ ...testCase, actual })
      }

      expect(mismatches.slice(0, 2)).toEqual([])
    })

    test('the drawn files violate every constraint', () => {
      const visits = countVisits({ coverage: coverageOf, coverable: coverableOf(constraints) }, drawnCases)

      expect(Object.entries(visits).filter(([, count]) => count === 0)).toEqual([])
    })

    test('the drawn files detect nearly every fault', { timeout: 120_000 }, async () => {
      const faultNames = Object.keys(faults).filter((fault) => otherFaults?.test(fault) !== true)
      const survivors = await undetectedFaults(faultNames, drawnCases, async (testCase, fault) => {
        return (await outcome(testCase, fault)) !== (testCase.broken === undefined ? 'ready' : 'refused')
      })

      expect(survivors.length, survivors.join(', ')).toBeLessThan(maxUndetectedShare * faultNames.length)
    })
  },
)

test('a case that detects egress-selection-repeated-accepted shrinks within a few starts', async () => {
  const shrinkResult = await shrinkDetectingCase(egressFiles, 'generated.files.egress', async (one) => {
    const outcome = await withFaults(['egress-selection-repeated-accepted'], () =>
      outcomeOf(fileOf(one), loadWith(egressKind)),
    )
    return outcome !== (one.broken === undefined ? 'ready' : 'refused')
  })

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
