import { connect, type Socket } from 'node:net'

/**
 * The worker's line to the reaper, a process that outlives everybody and kills the programs of a worker
 * (or of the whole run) that died without stopping them.
 */
class ReaperClient {
  /** Marks the environment of each started program, so that it is found even when its start was never reported. */
  readonly ownerVariable = 'ORCH_CONFORMANCE_OWNER'
  readonly owner = `${process.pid}-${Math.round(performance.timeOrigin)}`
  #socket: Socket | undefined

  adopt(pid: number): void {
    this.#send({ adopt: pid })
  }

  release(pid: number): void {
    this.#send({ release: pid })
  }

  #send(message: object): void {
    const path = process.env[reaperSocketVariable]
    if (path === undefined) return
    if (this.#socket === undefined) {
      this.#socket = connect(path)
      this.#socket.on('error', () => {})
      this.#socket.unref()
      this.#socket.write(`${JSON.stringify({ owner: this.owner })}\n`)
    }
    this.#socket.write(`${JSON.stringify(message)}\n`)
  }
}

/** Where the reaper listens, in the environment of the workers. */
export const reaperSocketVariable = 'ORCH_CONFORMANCE_REAPER'
/** What tells the reaper of programs that it must not let outlive the run. */
export const reaper = new ReaperClient()
