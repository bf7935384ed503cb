import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { orch } from '#harness/dialect/orch.ts'
import type { Disagreement } from '#harness/generate/area.ts'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { file, writeConfiguration, writeFlags } from '#harness/launch/flags.ts'
import { parseFlags } from '../../reference/flags/parse.ts'
import { checkConfiguration } from '../../reference/node-agent/config/check.ts'
import { AgentConfiguration } from '../../reference/node-agent/config/configuration.ts'
import { agentFaults } from '../../reference/node-agent/faults.ts'
import { nodeAgent } from '../../reference/node-agent/program.ts'
import { Refusal } from '../../reference/flags/refusal.ts'
import { documentedGates } from '#documents/3/lists/gates.ts'
import {
  type SourceLocations,
  withLocations,
} from '../../suites/3-command-line-flags/node-agent/sources/places.ts'
import { valueAt } from '../../suites/3-command-line-flags/node-agent/sources/compare-values.ts'
import { agentCases } from '../../suites/generated/agent/draw.ts'
import { focusCase } from '../../suites/generated/agent/focused.ts'
import { type AgentCase, gateNames } from '../../suites/generated/agent/model.ts'
import { effectiveSourceValue, isGateOn } from '../../suites/generated/agent/oracle.ts'
import { sourcesOf, writeSources } from '../../suites/generated/agent/agent-sources.ts'
import { coverable, coverageOf } from '../../suites/generated/agent/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import { drawCases, maxReadableLength, maxUndetectedShare, undetectedFaults } from './testing/seen-faults.ts'

const directory = mkdtempSync(join(tmpdir(), 'sources-'))
afterAll(() => rmSync(directory, { recursive: true }))

// Number of cases that a run with 2,000 requests draws.
const cases = drawCases(agentCases, 'generated.agent.sources', 25)
const locations: SourceLocations = {
  directory,
  url: 'https://127.0.0.1:1',
  ports: { main: 10_001, readOnly: 10_002, health: 10_003 },
}
const requiredFlags = {
  '--authentication-token-webhook': false,
  '--authorization-mode': 'AlwaysAllow',
} as const
let count = 0
const argumentsOfCase = new Map<AgentCase, readonly string[]>()

/** Returns the command line of a case, whose files are written once. */
function commandOf(testCase: AgentCase): readonly string[] {
  const cachedArguments = argumentsOfCase.get(testCase)
  if (cachedArguments !== undefined) return cachedArguments
  const caseDirectory = join(directory, String(++count))
  const dropIns = join(caseDirectory, 'drop-ins')
  mkdirSync(dropIns, { recursive: true })
  const { file: inFile, dropIn, flags } = writeSources(testCase, locations)
  writeConfiguration(file('10.conf', dropIn), orch, dropIns)
  const files = { '--config': file('config.yaml', inFile), '--config-dir': { path: dropIns } }
  const command = writeFlags({ ...requiredFlags, ...files, ...flags }, orch, caseDirectory)
  argumentsOfCase.set(testCase, command)
  return command
}

/** Returns the differences between the reference's effective values and the oracle. */
function disagreements(testCase: AgentCase): Disagreement[] {
  try {
    const flags = parseFlags(commandOf(testCase), nodeAgent.flags)
    const configuration = new AgentConfiguration(flags)
    checkConfiguration(flags, configuration)
    return [...wrongFields(testCase, configuration), ...wrongGates(testCase, configuration)]
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return [{ asked: testCase, expected: 'ready', actual: thrown.message }]
  }
}

function wrongFields(testCase: AgentCase, configuration: AgentConfiguration): Disagreement[] {
  const effectiveConfiguration = configuration.effective()
  return sourcesOf(testCase).flatMap(({ flag, field, values: expectedText, default: byDefault }) => {
    const documentedConfiguration = effectiveSourceValue(expectedText, byDefault)
    if (documentedConfiguration === undefined) return []
    const expectedConfiguration = withLocations(documentedConfiguration, locations)
    const effectiveValue = valueAt(effectiveConfiguration, field)
    const isOmittedEmpty =
      effectiveValue === undefined && ['', false, 0].includes(expectedConfiguration as never)
    return isOmittedEmpty || JSON.stringify(effectiveValue) === JSON.stringify(expectedConfiguration)
      ? []
      : [{ asked: { [flag]: expectedText }, expected: expectedConfiguration, actual: effectiveValue }]
  })
}

function wrongGates(testCase: AgentCase, configuration: AgentConfiguration): Disagreement[] {
  const names: readonly string[] = [...gateNames.ALPHA, ...gateNames.BETA]
  return documentedGates
    .filter(({ name }) => names.includes(name))
    .flatMap(({ name, default: byDefault }) => {
      const [expected, actual] = [isGateOn(testCase, name, byDefault), configuration.isGateOn(name)]
      return actual === expected ? [] : [{ asked: { gates: testCase.gates, gate: name }, expected, actual }]
    })
}

test('the oracle of sources and the reference agree', () => {
  const manyCases = drawCases(agentCases, 'generated.agent.sources', 100)

  expect(manyCases.flatMap((one) => disagreements(one)).slice(0, 3)).toEqual([])
})

test('drawn sources cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases)

  expect(Object.entries(visits).filter(([, request]) => request === 0)).toEqual([])
})

// Fields that have an effect only together with certain values of other fields are not drawn.
const otherFaults =
  /-(cpu-manager-policy|memory-manager-policy|reserved-memory|topology-manager-policy-options)/
const sources =
  /^(file-ignored|drop-in-ignored|flag-loses|default-not-effective|gate-file|all-alpha|all-beta)-/

test('drawn sources detect nearly every fault of precedence', { timeout: 120_000 }, async () => {
  const faults = Object.keys(agentFaults).filter((name) => sources.test(name) && !otherFaults.test(name))
  const survivors = await undetectedFaults(
    faults,
    cases,
    (testCase, fault) => withFaults([fault], () => disagreements(testCase)).length > 0,
  )

  expect(survivors.length, survivors.join(', ')).toBeLessThan(maxUndetectedShare * faults.length)
})

test.each(['flag-loses-max-pods', 'file-ignored-tls-private-key-file', 'all-alpha-ignored'] as const)(
  'a case that detects %s shrinks to the one field or gate of that fault',
  (fault) => {
    const [first] = cases.filter((one) => withFaults([fault], () => disagreements(one)).length > 0)
    if (first === undefined) throw new Error(`No case detects ${fault}.`)
    const [disagreement] = withFaults([fault], () => disagreements(first))
    const focusedCase = disagreement && focusCase(first, disagreement)

    expect(focusedCase && withFaults([fault], () => disagreements(focusedCase)).length).toBeGreaterThan(0)
    expect(JSON.stringify(focusedCase).length).toBeLessThan(maxReadableLength)
  },
)
