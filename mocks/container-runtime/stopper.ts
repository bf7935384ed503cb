import type { CallInfo } from '../grpc/service.ts'
import { GrpcError } from '../grpc/status.ts'
import { type Container, type Containers, killedExit } from './containers.ts'
import { ContainerState } from '#protos/container-runtime/container-status_pb.ts'

/** Stops containers: sends the stop signal, waits for the grace period, and then sends the kill signal. */
export class ContainerStopper {
  readonly #containers: Containers
  readonly #exitTimers = new Map<Container, NodeJS.Timeout>()

  constructor(containers: Containers) {
    this.#containers = containers
    containers.onChange(({ container }) => {
      if (container.state !== ContainerState.CONTAINER_EXITED) return
      clearTimeout(this.#exitTimers.get(container))
      this.#exitTimers.delete(container)
    })
  }

  /**
   * Resolves when the container has ended. Throws `GrpcError` if the caller leaves first; the container still stops.
   */
  async stop(container: Container, graceMs: number, call: Pick<CallInfo, 'onDisconnected'>): Promise<void> {
    if (isExited(container)) return
    if (container.state !== ContainerState.CONTAINER_RUNNING || graceMs <= 0) {
      this.#containers.exit(container.id, killedExit)
      return
    }
    this.#signal(container)
    if (!isExited(container)) await this.#untilEnded(container, graceMs, call)
  }

  #signal(container: Container): void {
    const { afterMs } = container.onSignal
    if (afterMs === 0) this.#containers.exit(container.id, container.onSignal)
    else if (Number.isFinite(afterMs) && !this.#exitTimers.has(container)) {
      const exitOnSignal = () => this.#containers.exit(container.id, container.onSignal)
      this.#exitTimers.set(container, setTimeout(exitOnSignal, afterMs).unref())
    }
  }

  #untilEnded(container: Container, graceMs: number, call: Pick<CallInfo, 'onDisconnected'>): Promise<void> {
    return new Promise((resolve, reject) => {
      const graceTimer = setTimeout(() => this.#containers.exit(container.id, killedExit), graceMs).unref()
      const finish = () => {
        clearTimeout(graceTimer)
        unsubscribe()
      }
      const unsubscribe = this.#containers.onChange((change) => {
        if (change.container !== container || !isExited(container)) return
        finish()
        resolve()
      })
      call.onDisconnected(() => {
        finish()
        reject(new GrpcError('CANCELLED', `container ${container.id} was left to its grace`))
      })
    })
  }
}

function isExited({ state }: Container): boolean {
  return state === ContainerState.CONTAINER_EXITED
}
