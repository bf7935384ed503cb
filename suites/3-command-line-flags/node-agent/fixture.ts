import { becomesTrue, currentCheck, shared } from '#kit'
import { file } from '#kit/launch.ts'
import { type NodeAgent, nodeName } from '#harness/programs/node-agent.ts'
import { type ApiObject, type ApiServer, startApiServer } from '#mocks/api-server/index.ts'
import { type Container, type ContainerRuntime, ContainerState } from '#mocks/container-runtime/index.ts'
import { targetDialect } from '../../shared/dialect.ts'
import { type AgentSpec, sharedAgent, startAgent } from '../../shared/node-agent.ts'

/** A node agent with its peers. */
export interface AgentFixture {
  readonly agent: NodeAgent
  readonly runtime: ContainerRuntime
  readonly api: ApiServer
}

/** Specification of the agent. The peers are prepared before it starts. */
export type AgentFixtureSpec = Omit<AgentSpec, 'api'> & { readonly prepareApi?: (api: ApiServer) => void }

const openApi = () => startApiServer({ groupDomain: targetDialect().groupDomain })

/** Declares a node agent with an API server, for all checks of a file. */
export function sharedAgentFixture(
  spec: () => AgentFixtureSpec | Promise<AgentFixtureSpec>,
): () => Promise<AgentFixture> {
  const api = shared(openApi, (server) => server.stop())
  let startedRuntime: ContainerRuntime | undefined
  const agent = sharedAgent(async () => {
    const { prepareApi, prepare, ...rest } = await spec()
    prepareApi?.(await api())
    return {
      ...rest,
      api: await api(),
      prepare: (runtime) => {
        startedRuntime = runtime
        prepare?.(runtime)
      },
    }
  })
  return async () => {
    const startedAgent = await agent()
    return { agent: startedAgent, runtime: startedRuntime as ContainerRuntime, api: await api() }
  }
}

/** Starts a node agent with an API server, for the running check only. */
export async function startAgentFixture({
  prepareApi,
  prepare,
  ...rest
}: AgentFixtureSpec = {}): Promise<AgentFixture> {
  const api = await openApi()
  currentCheck().defer(() => api.stop())
  prepareApi?.(api)
  let startedRuntime: ContainerRuntime | undefined
  const agent = await startAgent({
    ...rest,
    api,
    prepare: (runtime) => {
      startedRuntime = runtime
      prepare?.(runtime)
    },
  })
  return { agent, runtime: startedRuntime as ContainerRuntime, api }
}

/** Declares a node agent without an API server, for all checks of a file. */
export function sharedAgentWithoutApi(
  spec: () => AgentSpec | Promise<AgentSpec>,
): () => Promise<Omit<AgentFixture, 'api'>> {
  let startedRuntime: ContainerRuntime | undefined
  const agent = sharedAgent(async () => {
    const agentSpec = await spec()
    return {
      ...agentSpec,
      prepare: (runtime) => {
        startedRuntime = runtime
        agentSpec.prepare?.(runtime)
      },
    }
  })
  return async () => ({ agent: await agent(), runtime: startedRuntime as ContainerRuntime })
}

/** Returns a pod with one container, on this node unless its spec names another node. */
export function podObject(name: string, spec: object = {}, container: object = {}): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: {
      nodeName,
      containers: [{ name: 'app', image: 'registry.example/app:1', command: ['serve'], ...container }],
      ...spec,
    },
  }
}

/** Reports whether the API server has the node. */
export function nodeExists(api: ApiServer): boolean {
  return api.hand.get({ resource: 'nodes', name: nodeName }) !== undefined
}

// Long enough for a pod to start on a busy machine.
const beginsWithinMs = 15_000

/** Returns the containers that the runtime was requested to create for a pod, oldest first. */
export function containersOf({ containers }: ContainerRuntime, pod: string): Container[] {
  return containers.all.filter(({ sandbox }) => belongsToPod(sandbox.config.metadata?.name, pod))
}

/** Returns the container of a pod once it runs; `undefined` if it does not run in time. */
export async function waitForRunning(
  runtime: ContainerRuntime,
  pod: string,
  withinMs = beginsWithinMs,
): Promise<Container | undefined> {
  const runningContainer = () =>
    containersOf(runtime, pod).find(({ state }) => state === ContainerState.CONTAINER_RUNNING)
  const hasNoContainers = runtimesWithoutContainers.has(runtime) && runtime.containers.all.length === 0
  await becomesTrue(() => runningContainer() !== undefined, hasNoContainers ? withoutContainersMs : withinMs)
  if (runningContainer() === undefined) runtimesWithoutContainers.add(runtime)
  return runningContainer()
}

// Runtimes on which a pod did not start in time. Later checks wait for a shorter time.
const runtimesWithoutContainers = new WeakSet<ContainerRuntime>()
const withoutContainersMs = 1_000

/** Reports whether a pod runs in time. */
export async function startsInTime(
  runtime: ContainerRuntime,
  pod: string,
  withinMs?: number,
): Promise<boolean> {
  return (await waitForRunning(runtime, pod, withinMs)) !== undefined
}

/** Assigns a pod to the node through the API server, and returns its container once it runs. */
export async function runPod({ api, runtime }: AgentFixture, pod: ApiObject): Promise<Container | undefined> {
  api.hand.create(pod)
  return waitForRunning(runtime, pod.metadata?.name ?? '')
}

/** Returns the manifest file of a pod. */
export function manifest(name: string, spec: object = {}): ReturnType<typeof file> {
  return file(`${name}.yaml`, JSON.stringify(podObject(name, { nodeName: undefined, ...spec })))
}

// Reports whether a name is the name of a pod, with the node name as a suffix for pods from files.
function belongsToPod(name: string | undefined, pod: string): boolean {
  return name === pod || name?.startsWith(`${pod}-`) === true
}
