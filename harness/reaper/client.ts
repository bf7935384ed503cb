import { connect, type Socket } from 'node:net'
import { enterCgroup, makeCgroup, ownCgroup } from './cgroup.ts'

/**
 * Connection of a process to the reaper. The reaper outlives all other processes and kills the programs of a worker (or
 * of the whole run) that died without stopping them.
 */
class ReaperClient {
  /**
   * Marks the environment of each started program, so that the program is found even if its start was never reported.
   */
  readonly ownerVariable = 'ORCH_CONFORMANCE_OWNER'
  readonly owner = `${process.pid}-${Math.round(performance.timeOrigin)}`
  #starts = 0
  #connection: { readonly path: string; readonly socket: Socket } | undefined
  #enteredCgroup: string | undefined
  #originalCgroup: string | undefined

  /**
   * Announces the start of a program, so that none of its processes can escape the reaper.
   * @returns the mark of the start, for the environment of the program
   */
  announceStart(): string {
    const runCgroup = process.env[reaperCgroupVariable]
    if (runCgroup !== undefined && runCgroup !== this.#enteredCgroup) {
      this.#enteredCgroup = runCgroup
      const origin = ownCgroup()
      const ownGroup = makeCgroup(runCgroup, this.owner)
      if (ownGroup !== undefined && enterCgroup(ownGroup)) this.#originalCgroup = origin
    }
    this.#starts++
    return `${this.owner}/${this.#starts}`
  }

  adopt(pid: number, mark: string): void {
    this.#send({ adopt: pid, mark })
  }

  /** Reports the end of a program. The reaper then ends the processes that the program left behind. */
  release(pid: number, mark: string): void {
    this.#send({ release: pid, mark })
  }

  /** Moves this process back to its original cgroup, so that the reaper does not end it. */
  leave(): void {
    if (this.#originalCgroup !== undefined) enterCgroup(this.#originalCgroup)
    this.#originalCgroup = undefined
    this.#enteredCgroup = undefined
  }

  #send(message: object): void {
    const path = process.env[reaperSocketVariable]
    if (path === undefined) return
    if (this.#connection?.path !== path) {
      const socket = connect(path)
      socket.on('error', () => {})
      socket.unref()
      socket.write(`${JSON.stringify({ owner: this.owner })}\n`)
      this.#connection = { path, socket }
    }
    this.#connection.socket.write(`${JSON.stringify(message)}\n`)
  }
}

/** Environment variable of the workers with the socket of the reaper. */
export const reaperSocketVariable = 'ORCH_CONFORMANCE_REAPER'
/** Environment variable of the workers with the cgroup of the run, if the run has a cgroup. */
export const reaperCgroupVariable = 'ORCH_CONFORMANCE_CGROUP'
/** Client that reports to the reaper the programs that must not outlive the run. */
export const reaper = new ReaperClient()
