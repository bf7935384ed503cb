import { AsyncLocalStorage } from 'node:async_hooks'
import type { Launch } from '../events.ts'
import type { Peer } from '../peer.ts'
import type { Role } from '../roles.ts'

/** Program that is about to be started. */
export interface PlannedStart {
  readonly role: Role
  readonly command: readonly string[]
  /** Working directory of the program. */
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly peers: readonly Peer[]
}

/** Hooks that intercept each start of a program. */
export interface Interception {
  /** Returns the command line without the arguments that this start omits. May change files in the directory. */
  readonly reduceArguments: (command: readonly string[], directory: string) => readonly string[]
  /** Returns the command that is started in place of the program. Never resolves if no command is to be started. */
  readonly replaceCommand: (planned: PlannedStart) => Promise<readonly string[]>
  /** Receives the result of each start. */
  readonly onResult: (launch: Launch) => void
}

const storage = new AsyncLocalStorage<Interception>()

/** Runs a function whose starts are intercepted, at any depth. */
export function runIntercepted<T>(interception: Interception, body: () => Promise<T>): Promise<T> {
  return storage.run(interception, body)
}

/** Returns the interception of the calling code, if there is one. */
export function interceptionHere(): Interception | undefined {
  return storage.getStore()
}
