import { readFileSync } from 'node:fs'
import { orFallback } from '../../errors.ts'
import type { ExternalListener } from '../../events.ts'
import { reaper } from '../../reaper/client.ts'
import { variableOf } from '../../reaper/processes.ts'
import { processWith } from './processes.ts'
import { listeningSockets } from './sockets.ts'

const knownInodes = new Set<string>()
// Maximum number of searches for the process of a socket, which take milliseconds each.
const maxSearched = 100

/** Returns the listeners beyond loopback of programs that this process started, each once. */
export function newListeners(): readonly ExternalListener[] {
  const sockets = ['tcp', 'tcp6'].flatMap((name) =>
    listeningSockets(orFallback(() => readFileSync(`/proc/self/net/${name}`, 'utf8'), '')),
  )
  return sockets.flatMap(({ inode, ...place }) => {
    if (knownInodes.has(inode) || knownInodes.size >= maxSearched) return []
    knownInodes.add(inode)
    const owner = processWith(inode)
    const isOwnProcess =
      owner !== undefined && variableOf(owner.pid, reaper.ownerVariable)?.split('/')[0] === reaper.owner
    return isOwnProcess ? [{ ...place, process: owner.command }] : []
  })
}
