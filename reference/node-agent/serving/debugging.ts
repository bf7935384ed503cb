import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ApiError } from '../../serving/api-error.ts'
import type { Answer, ServerRequest } from '../../serving/request.ts'
import { profilingRoute } from '../../serving/profiling.ts'
import { type Route, route } from '../../serving/router.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { labelOf } from '../pods/container.ts'
import type { Container } from '#protos/container-runtime/container-status_pb.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** Serves profiles, container logs, and commands in containers. */
export function debuggingRoutes(runtime: Runtime, config: AgentConfiguration): readonly Route[] {
  return [
    blockProfile(config),
    profilingRoute,
    (request) => serveLogs(request, runtime),
    (request) => runCommand(request, runtime),
  ]
}

/** Serves the blocking profile of the process, if the flags enable the measurement. */
function blockProfile(config: AgentConfiguration): Route {
  const isFlagSet = config.bool('contention-profiling')
  const delays = monitorEventLoopDelay({ resolution: 5 })
  if (isFlagSet) delays.enable()
  return route('GET', '/debug/pprof/block', async () => {
    const isContentionEnabled = isFlagSet
      ? !fault('contention-profiling-ignored')
      : fault('contention-profiling-always')
    if (isContentionEnabled) delays.enable()
    const profile =
      isContentionEnabled && delays.count > 0 ? `${Math.round(delays.max)} ${delays.count} @ 0x0\n` : ''
    return { status: 200, body: `--- contention:\ncycles/second=1000000000\n${profile}` }
  })
}

function serveLogs({ method, path }: ServerRequest, runtime: Runtime): Promise<Answer> | undefined {
  const logPathMatch = /^\/containerLogs\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path)
  if (logPathMatch === null || method !== 'GET') return undefined
  return findContainer(runtime, logPathMatch).then(async ({ id }) => {
    const { logPath } = await runtime.containerStatus(id)
    const lines = readFileSync(logPath, 'utf8').split('\n').filter(Boolean)
    // A line consists of a time, the stream, a mark for a complete line, and the output.
    const messages = lines.map((line) => line.split(' ').slice(3).join(' '))
    return { status: 200, body: messages.map((line) => `${line}\n`).join('') }
  })
}

function runCommand({ method, path, query }: ServerRequest, runtime: Runtime): Promise<Answer> | undefined {
  const runPathMatch = /^\/run\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path)
  if (runPathMatch === null || method !== 'POST') return undefined
  return findContainer(runtime, runPathMatch).then(async ({ id }) => ({
    status: 200,
    body: await runtime.execute(id, (query.get('cmd') ?? '').split(' ')),
  }))
}

/** Returns the container that a path names. */
export async function findContainer(
  runtime: Runtime,
  [, namespace, pod, name]: readonly string[],
): Promise<Container> {
  const container = (await runtime.containers()).findLast(
    ({ labels }) =>
      labels[labelOf.namespace] === namespace &&
      labels[labelOf.pod] === pod &&
      labels[labelOf.container] === name,
  )
  if (container === undefined) throw new ApiError(404, `there is no container ${namespace}/${pod}/${name}`)
  return container
}
