import { connect, type Socket } from 'node:net'
import { enterCgroup, makeCgroup, ownCgroup } from './cgroup.ts'

/**
 * A process's line to the reaper, a process that outlives everybody and kills the programs of a worker
 * (or of the whole run) that died without stopping them.
 */
class ReaperClient {
  /** Marks the environment of each started program, so that it is found even when its start was never reported. */
  readonly ownerVariable = 'ORCH_CONFORMANCE_OWNER'
  readonly owner = `${process.pid}-${Math.round(performance.timeOrigin)}`
  #starts = 0
  #line: { readonly path: string; readonly socket: Socket } | undefined
  #entered: string | undefined
  #origin: string | undefined

  /**
   * Must come before the start of a program: from then on nothing leads out of what the reaper ends.
   * @returns the mark of that start, for its environment
   */
  expect(): string {
    const run = process.env[reaperCgroupVariable]
    if (run !== undefined && run !== this.#entered) {
      this.#entered = run
      const origin = ownCgroup()
      const own = makeCgroup(run, this.owner)
      if (own !== undefined && enterCgroup(own)) this.#origin = origin
    }
    this.#starts++
    return `${this.owner}/${this.#starts}`
  }

  adopt(pid: number, mark: string): void {
    this.#send({ adopt: pid, mark })
  }

  /** Says that a program has ended; whatever it started and left is ended, too. */
  release(pid: number, mark: string): void {
    this.#send({ release: pid, mark })
  }

  /** Leaves what the reaper ends, for a process that lives on. */
  leave(): void {
    if (this.#origin !== undefined) enterCgroup(this.#origin)
    this.#origin = undefined
    this.#entered = undefined
  }

  #send(message: object): void {
    const path = process.env[reaperSocketVariable]
    if (path === undefined) return
    if (this.#line?.path !== path) {
      const socket = connect(path)
      socket.on('error', () => {})
      socket.unref()
      socket.write(`${JSON.stringify({ owner: this.owner })}\n`)
      this.#line = { path, socket }
    }
    this.#line.socket.write(`${JSON.stringify(message)}\n`)
  }
}

/** Where the reaper listens, in the environment of the workers. */
export const reaperSocketVariable = 'ORCH_CONFORMANCE_REAPER'
/** The cgroup of the run, where it has one, in the environment of the workers. */
export const reaperCgroupVariable = 'ORCH_CONFORMANCE_CGROUP'
/** What tells the reaper of programs that it must not let outlive the run. */
export const reaper = new ReaperClient()
