import { AsyncLocalStorage } from 'node:async_hooks'
import type { Launch } from '../events.ts'
import type { Peer } from '../peer.ts'
import type { Role } from '../roles.ts'

/** A program as it is about to be started. */
export interface Planned {
  readonly role: Role
  readonly command: readonly string[]
  /** Its own directory, in which it runs. */
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly peers: readonly Peer[]
}

/** What somebody who has programs started makes of each start. */
export interface Interception {
  /** The command line without what this start does without; files in the directory may be changed. */
  readonly reduced: (command: readonly string[], directory: string) => readonly string[]
  /** The command that is started in place of the program; never, where none is to be started. */
  readonly instead: (planned: Planned) => Promise<readonly string[]>
  /** Hears how each start came out. */
  readonly came: (launch: Launch) => void
}

const storage = new AsyncLocalStorage<Interception>()

/** Runs something whose starts are intercepted, however deep inside of it they happen. */
export function intercepting<T>(interception: Interception, body: () => Promise<T>): Promise<T> {
  return storage.run(interception, body)
}

/** Who intercepts the starts here, if anybody does. */
export function interceptionHere(): Interception | undefined {
  return storage.getStore()
}
