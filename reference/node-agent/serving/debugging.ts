import { readFileSync } from 'node:fs'
import { ApiError } from '../../serving/api-error.ts'
import type { Answer, Ask } from '../../serving/ask.ts'
import { profilingRoute } from '../../serving/profiling.ts'
import type { Route } from '../../serving/router.ts'
import { labelOf } from '../pods/container.ts'
import type { Container } from '#protos/container-runtime/container-status_pb.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** The logs of containers, and commands in them. */
export function debuggingRoutes(runtime: Runtime): readonly Route[] {
  return [profilingRoute, (ask) => logs(ask, runtime), (ask) => run(ask, runtime)]
}

function logs({ method, path }: Ask, runtime: Runtime): Promise<Answer> | undefined {
  const named = /^\/containerLogs\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path)
  if (named === null || method !== 'GET') return undefined
  return found(runtime, named).then(async ({ id }) => {
    const { logPath } = await runtime.containerStatus(id)
    const lines = readFileSync(logPath, 'utf8').split('\n').filter(Boolean)
    // A line is a time, the stream, whether it is whole, and what was said.
    const said = lines.map((line) => line.split(' ').slice(3).join(' '))
    return { status: 200, body: said.map((line) => `${line}\n`).join('') }
  })
}

function run({ method, path, query }: Ask, runtime: Runtime): Promise<Answer> | undefined {
  const named = /^\/run\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path)
  if (named === null || method !== 'POST') return undefined
  return found(runtime, named).then(async ({ id }) => ({
    status: 200,
    body: await runtime.execute(id, (query.get('cmd') ?? '').split(' ')),
  }))
}

async function found(runtime: Runtime, [, namespace, pod, name]: readonly string[]): Promise<Container> {
  const container = (await runtime.containers()).findLast(
    ({ labels }) =>
      labels[labelOf.namespace] === namespace &&
      labels[labelOf.pod] === pod &&
      labels[labelOf.container] === name,
  )
  if (container === undefined) throw new ApiError(404, `there is no container ${namespace}/${pod}/${name}`)
  return container
}
