import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { currentCheck, HarnessError, shared } from '#kit'
import { makeWorkspace, removeWorkspace } from '#kit/launch.ts'
import { credentials } from '#harness/programs/credentials.ts'
import type { NodeAgent } from '#harness/programs/node-agent.ts'
import { startApiServer } from '#mocks/api-server/index.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { sharedAgent } from '../../../shared/node-agent.ts'
import { flagsUpTo, type Source, sources } from './flags.ts'
import { linkSockets, makeSourceLocations, type SourceLocations } from './places.ts'
import { valueAt } from './compare-values.ts'

interface SourcesFixture {
  readonly api: Awaited<ReturnType<typeof startApiServer>>
  readonly directory: string
  readonly places: Readonly<Record<Source, Omit<SourceLocations, 'ports'>>>
}

const sourcesFixture = shared<SourcesFixture>(
  async () => {
    const api = await startApiServer({ groupDomain: targetDialect().groupDomain })
    const directory = makeWorkspace('sources')
    const agentCredentials = await credentials(targetDialect())
    const places = {} as Record<Source, Omit<SourceLocations, 'ports'>>
    for (const source of sources) {
      const sourceDirectory = join(directory, source)
      mkdirSync(sourceDirectory)
      makeSourceLocations(sourceDirectory, agentCredentials)
      places[source] = { directory: sourceDirectory, url: api.url }
    }
    return { api, directory, places }
  },
  async ({ api, directory }) => {
    await api.stop()
    removeWorkspace(directory)
  },
)

// Health addresses, which depend on the source in the table.
const healthAddress: Readonly<Partial<Record<Source, string>>> = {
  file: '127.0.0.2',
  'drop-in': '127.0.0.3',
  flag: '127.0.0.4',
}

const agents: Readonly<Record<Source, () => Promise<NodeAgent>>> = {
  default: agentWithSources('default'),
  file: agentWithSources('file'),
  'drop-in': agentWithSources('drop-in'),
  flag: agentWithSources('flag'),
  'explicit-default': agentWithSources('explicit-default'),
}

function agentWithSources(strongest: Source): () => Promise<NodeAgent> {
  return sharedAgent(async () => {
    const { api, places } = await sourcesFixture()
    const strongestPlaces = places[strongest]
    return {
      api,
      healthAddress: healthAddress[strongest],
      prepare: (runtime) => linkSockets(strongestPlaces.directory, runtime.url),
      flags: (_runtime, ports) => flagsUpTo(strongest, { ...strongestPlaces, ports }),
    }
  })
}

const readings = new WeakMap<NodeAgent, Promise<ConfigurationReading>>()

/** Response of an agent to a request for its configuration. */
interface ConfigurationReading {
  readonly status: number
  readonly body: string
  /** Absent if the agent does not return a configuration. */
  readonly configuration?: unknown
}

/**
 * Returns the effective value of a field if the given source has the highest precedence, and the replacements for the
 * placeholders of the table.
 * @param refusal status that shows that the value of the source is not in effect
 */
export async function effectiveValue(
  field: string,
  strongest: Source,
  refusal?: number,
): Promise<{ readonly shown: unknown; readonly places: SourceLocations }> {
  const check = currentCheck()
  check.needs('agent-configuration')
  const { readBack } = check.dialect.programs['node-agent']
  const pointer = readBack?.pointerOf(field)
  if (readBack === undefined || pointer === undefined)
    throw new HarnessError('not-applicable', 'The dialect does not say where the configuration is read back.')
  const agent = await agents[strongest]()
  const reading = readings.get(agent) ?? readConfiguration(agent, readBack.path)
  readings.set(agent, reading)
  const { status, body, configuration } = await reading
  const statusText = `GET ${readBack.path} answered ${status}`
  if (status !== 200 && status !== refusal)
    throw new HarnessError('untestable', `${statusText}: ${body.slice(0, 300)}`)
  const { places } = await sourcesFixture()
  const shownValue = status === refusal ? statusText : valueAt(configuration, pointer)
  return { shown: shownValue, places: { ...places[strongest], ports: agent.ports } }
}

async function readConfiguration(agent: NodeAgent, path: string): Promise<ConfigurationReading> {
  const { status, body } = await agent.get(path)
  return { status, body, ...(status === 200 && { configuration: JSON.parse(body) as unknown }) }
}
