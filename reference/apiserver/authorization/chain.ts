import { fault } from '../../quirks/quirks.ts'
import type { Metrics } from '../../serving/metrics.ts'
import { metricName } from './webhook/metric-name.ts'
import type { Attributes, Authorizer, ChainLink, Decision } from './authorizer.ts'

/** Largest chain that is not long; used by a fault only. */
const minLinks = 3

/** Order in which a fault sorts a chain, with the name of the fault. */
export interface ChainOrder {
  readonly by: 'name' | 'type'
  readonly fault: 'authorizers-sorted-by-name' | 'authorization-modes-sorted'
}

/**
 * Calls authorizers in order. The first that allows or denies decides; otherwise the result is no opinion with all
 * reasons.
 */
export function authorizerChain(
  links: readonly ChainLink[],
  metrics: Metrics,
  sorted: ChainOrder,
): Authorizer {
  return {
    async decide(attributes) {
      const dead = links.length <= minLinks && links.some(({ isDead }) => isDead)
      if (dead && fault('dead-webhook-stops-all')) return { verdict: 'deny' }
      const inOrder = ordered(links, sorted)
      const undecided: Decision[] = []
      for (const [index, link] of inOrder.entries()) {
        const isLast = index === inOrder.length - 1
        // Sequential: later authorizers are called only if earlier ones have no opinion.
        const decision = await link.decide(attributes)
        count(link, decision, metrics)
        const { verdict } = decision
        if (verdict === 'allow' && !isLast && fault('later-denial-beats-allow')) {
          return (await laterDenial(inOrder.slice(index + 1), attributes)) ?? decision
        }
        const passed = verdict === 'deny' && !isLast && fault('denial-passed-on')
        if (verdict !== 'no opinion' && !passed) return decision
        undecided.push(decision)
      }
      return fault('undecided-end-allows') ? { verdict: 'allow' } : summary(undecided)
    },
  }
}

/** Returns the links in their order, or as the fault sorts them. */
function ordered(links: readonly ChainLink[], { by, fault: name }: ChainOrder): readonly ChainLink[] {
  const sorted = links.toSorted((a, b) => (a[by] < b[by] ? -1 : Number(a[by] > b[by])))
  const differs = sorted.some((link, index) => link !== links[index])
  return differs && fault(name) ? sorted : links
}

async function laterDenial(
  links: readonly ChainLink[],
  attributes: Attributes,
): Promise<Decision | undefined> {
  const decisions = await Promise.all(links.map((link) => link.decide(attributes)))
  return decisions.find(({ verdict }) => verdict === 'deny')
}

function summary(decisions: readonly Decision[]): Decision {
  const joined = (texts: readonly (string | undefined)[]) => {
    const present = texts.filter((text) => text !== undefined)
    return present.length === 0 ? undefined : present.join('\n')
  }
  return {
    verdict: 'no opinion',
    reason: joined(decisions.map(({ reason }) => reason)),
    error: joined(decisions.map(({ error }) => error)),
  }
}

function count({ type, name }: ChainLink, { verdict }: Decision, metrics: Metrics): void {
  if (verdict === 'no opinion') return
  metrics.count('apiserver_authorization_decisions_total', 'Decisions of each authorizer.', {
    type,
    name: metricName(name, type),
    decision: verdict === 'allow' ? 'allowed' : 'denied',
  })
}
