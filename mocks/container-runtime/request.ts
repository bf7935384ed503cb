import type { MessageShape } from '@bufbuild/protobuf'
import { nowMs } from '#harness/time.ts'
import type { JournalEntry } from '#harness/peer.ts'
import type { CallInfo } from '../grpc/service.ts'
import type { StatusName } from '../grpc/status.ts'
import type { ImageService, RuntimeService } from '#protos/container-runtime/runtime_pb.ts'
import { type PlainData, plainData } from './plain.ts'

/** Descriptions of all methods, by name in lower camel case: `runPodSandbox`. */
export type Methods = typeof RuntimeService.method & typeof ImageService.method

/** Request of each method, by the method's name: `RunPodSandbox`. */
export type Requests = {
  readonly [K in keyof Methods as Capitalize<K>]: PlainData<MessageShape<Methods[K]['input']>>
} & {
  /** A method that the interface does not have: `/runtime.v1.RuntimeService/Dance`. */
  readonly Unknown: { readonly path: string }
}

/** A method of the interface, or `Unknown`. */
export type RuntimeMethod = keyof Requests

/** Result of a request. */
export interface Outcome {
  readonly atMs: number
  /** `CANCELLED` also if the deadline of the caller passed or its connection broke before the response. */
  readonly status: StatusName
  /** Reason of a rejection. */
  readonly message?: string
}

/** One request of a node agent to its runtime. */
export interface RuntimeRequest<M extends RuntimeMethod = RuntimeMethod> extends JournalEntry {
  readonly method: M
  /** The whole request: times and sizes as numbers, bytes as text. */
  readonly request: Requests[M]
  /** Socket of the request. */
  readonly socket: 'runtime' | 'images'
  /** Timeout that the agent sent; left out if it waits without a limit. */
  readonly timeoutMs?: number
  /** Left out until there is a response. */
  readonly outcome?: Outcome
}

/** Journal entry whose outcome can still be set. */
export type OpenRequest = { -readonly [K in keyof RuntimeRequest]: RuntimeRequest[K] }

/** Returns the journal entry of a request that has just arrived. */
export function openRequest(
  method: RuntimeMethod,
  request: object,
  socket: RuntimeRequest['socket'],
  { timeoutMs }: Pick<CallInfo, 'timeoutMs'> = {},
): OpenRequest {
  const fields = plainData(request)
  return {
    atMs: nowMs(),
    what: [method, ...detailsOf(fields)].join(' '),
    method,
    request: fields as Requests[RuntimeMethod],
    socket,
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
}

interface RequestDetails {
  readonly path?: string
  readonly config?: {
    readonly metadata?: { readonly name: string; readonly namespace?: string; readonly attempt: number }
  }
  readonly image?: { readonly image: string }
  readonly podSandboxId?: string
  readonly containerId?: string
  readonly timeout?: number
  readonly cmd?: readonly string[]
  readonly auth?: { readonly username: string }
}

const shownIdDigits = 13

function detailsOf(request: RequestDetails): string[] {
  const { namespace, name, attempt } = request.config?.metadata ?? {}
  const details: (string | undefined)[] = [
    request.path,
    name && `${namespace ? `${namespace}/` : ''}${name} #${attempt}`,
    request.containerId?.slice(0, shownIdDigits),
    request.podSandboxId && `in ${request.podSandboxId.slice(0, shownIdDigits)}`,
    request.image?.image,
    request.auth && `as ${request.auth.username || 'somebody'}`,
    request.cmd?.join(' '),
    request.timeout ? `within ${request.timeout} s` : undefined,
  ]
  return details.flatMap((detail) => (detail ? [printable(detail)] : []))
}

// A journal is printed on terminals: control characters of a name must not reach them.
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
