import type { PeerControl } from '#harness/peer.ts'
import { answersOfRules } from './script-file.ts'
import type { Shapes } from './shapes.ts'

/** What a control needs of the peer. */
interface Told<All extends object> {
  answer(answers: Partial<All>): void
  reset(): void
}

/**
 * How a stand-alone peer is told what to do while it runs.
 * @param peers the peer; several where it is made of more than one
 * @param names what it can be told to answer otherwise
 * @param lies what it offers to scripts, by name
 * @param shapes what its responses may have, by their names
 */
export function controlOf<All extends object>(
  peers: readonly Told<All>[],
  names: readonly (keyof All & string)[],
  lies: object,
  actions: PeerControl['actions'] = {},
  shapes: Shapes = {},
): PeerControl {
  return {
    answers: names,
    script: (rules) => {
      const told = answersOfRules(rules, 'the script', names, lies, shapes)
      // What the new script does not name is honest again.
      const all = Object.fromEntries(names.map((name) => [name, told[name]])) as Partial<All>
      for (const peer of peers) peer.answer(all)
    },
    reset: () => {
      for (const peer of peers) peer.reset()
    },
    actions,
  }
}
