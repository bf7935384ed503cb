import type { PeerControl } from '#harness/peer.ts'
import { answersOfRules } from './script-file.ts'
import type { Shapes } from './shapes.ts'

/** Methods of a peer that its control calls. */
interface ControlRequest<All extends object> {
  answer(answers: Partial<All>): void
  reset(): void
}

/**
 * Returns the control of a stand-alone peer, which changes its script while it runs.
 * @param peers parts of the peer; each of them receives the script
 * @param names names of the responses that can be scripted
 * @param faults faults that the peer offers to scripts, by name
 * @param shapes shapes of the responses, by their names
 */
export function controlOf<All extends object>(
  peers: readonly ControlRequest<All>[],
  names: readonly (keyof All & string)[],
  faults: object,
  actions: PeerControl['actions'] = {},
  shapes: Shapes = {},
): PeerControl {
  return {
    answers: names,
    script: (rules) => {
      const answers = answersOfRules(rules, 'the script', names, faults, shapes)
      // Resets responses that the new script does not name to honest responses.
      const allAnswers = Object.fromEntries(names.map((name) => [name, answers[name]])) as Partial<All>
      for (const peer of peers) peer.answer(allAnswers)
    },
    reset: () => {
      for (const peer of peers) peer.reset()
    },
    actions,
  }
}
