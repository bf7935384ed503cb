import { fault } from '../../quirks/quirks.ts'
import type { Metrics } from '../../serving/metrics.ts'
import { metricName } from './webhook/metric-name.ts'
import type { Attributes, Authorizer, ChainLink, Decision } from './authorizer.ts'

/** Maximum length of a chain that the fault of long chains does not affect. */
const maxUnaffectedLinks = 3

/** Order into which a fault sorts a chain, and the name of the fault. */
export interface ChainOrder {
  readonly by: 'name' | 'type'
  readonly fault: 'authorizers-sorted-by-name' | 'authorization-modes-sorted'
}

/**
 * Calls authorizers in order. Returns the first decision that allows or denies, or else no opinion with the reasons of
 * all authorizers.
 */
export function authorizerChain(
  links: readonly ChainLink[],
  metrics: Metrics,
  order: ChainOrder,
): Authorizer {
  return {
    async decide(attributes) {
      const isChainDead = links.length <= maxUnaffectedLinks && links.some(({ isDead }) => isDead)
      if (isChainDead && fault('dead-webhook-stops-all')) return { verdict: 'deny' }
      const orderedLinks = orderLinks(links, order)
      const earlierDecisions: Decision[] = []
      for (const [index, link] of orderedLinks.entries()) {
        const isLastLink = index === orderedLinks.length - 1
        // Sequential: later authorizers are called only if earlier ones have no opinion.
        const decision = await link.decide(attributes)
        count(link, decision, metrics)
        const { verdict } = decision
        if (verdict === 'allow' && !isLastLink && fault('later-denial-beats-allow')) {
          return (await laterDenial(orderedLinks.slice(index + 1), attributes)) ?? decision
        }
        const isDenialPassedOn = verdict === 'deny' && !isLastLink && fault('denial-passed-on')
        if (verdict !== 'no opinion' && !isDenialPassedOn) return decision
        earlierDecisions.push(decision)
      }
      return fault('undecided-end-allows') ? { verdict: 'allow' } : combinedDecision(earlierDecisions)
    },
  }
}

/** Returns the links in their order, or as the fault sorts them. */
function orderLinks(links: readonly ChainLink[], { by, fault: name }: ChainOrder): readonly ChainLink[] {
  const sortedLinks = links.toSorted((a, b) => (a[by] < b[by] ? -1 : Number(a[by] > b[by])))
  const isReordered = sortedLinks.some((link, index) => link !== links[index])
  return isReordered && fault(name) ? sortedLinks : links
}

async function laterDenial(
  links: readonly ChainLink[],
  attributes: Attributes,
): Promise<Decision | undefined> {
  const decisions = await Promise.all(links.map((link) => link.decide(attributes)))
  return decisions.find(({ verdict }) => verdict === 'deny')
}

function combinedDecision(decisions: readonly Decision[]): Decision {
  const joinTexts = (texts: readonly (string | undefined)[]) => {
    const presentTexts = texts.filter((text) => text !== undefined)
    return presentTexts.length === 0 ? undefined : presentTexts.join('\n')
  }
  return {
    verdict: 'no opinion',
    reason: joinTexts(decisions.map(({ reason }) => reason)),
    error: joinTexts(decisions.map(({ error }) => error)),
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
