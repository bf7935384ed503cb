import { type Hold, holdRequest } from '#harness/observe/hold.ts'
import { HarnessError } from '#harness/errors.ts'
import { stall } from '#mocks/etcd/index.ts'
import { untilAsked, when } from '#mocks/serving/index.ts'
import { heldKinds, type HeldKind } from './model.ts'
import { configMaps, ordinaryUser, prober, type World } from './world.ts'

// From the request to the question at the peer; the server has to look nothing up in between.
const confirmedWithinMs = 5_000
// The scripts release what they hold long before.
const answerWithinMs = 30_000

/** Puts a request in flight: it is there when this settles, as its peer has seen it. */
export function hold(world: World, kind: HeldKind): Promise<Hold> {
  return kind === 'store' ? holdInStore(world, 'held') : holdAtAuthorizer(world)
}

/** Holds the read of one config map in the store. */
export async function holdInStore(
  world: World,
  name: string,
  pair = world.server.credentials.admin,
): Promise<Hold> {
  const { etcd, server } = world
  const stalled = stall()
  const isHeld = ({ key }: { key: string }): boolean => key.endsWith(`/${name}`)
  etcd.answer({ range: (honest, asked) => (isHeld(asked) ? stalled.answer(honest) : honest) })
  const asked = nextAsked(world, isHeld)
  const client = prober(server, 'fresh', pair)
  return holdRequest({
    name: `request ${heldKinds.store}`,
    send: () => client.ask({ path: `${configMaps}/${name}`, withinMs: answerWithinMs }),
    confirmed: () => asked,
    letGo: () => stalled.release(),
  })
}

/** Settles when the store is asked from now on; what it was asked before does not count. */
function nextAsked({ etcd }: World, matches: (asked: { key: string }) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = etcd.onAsked((asked) => {
      if (!matches(asked)) return
      clearTimeout(limit)
      end()
      resolve()
    })
    const limit = setTimeout(() => {
      end()
      reject(
        new HarnessError(
          'untestable',
          `The store was not asked for the held config map within ${confirmedWithinMs} ms.`,
        ),
      )
    }, confirmedWithinMs)
  })
}

async function holdAtAuthorizer({ authorizers, server }: World): Promise<Hold> {
  if (authorizers === undefined) throw new HarnessError('harness-fault', 'The world has no authorizer.')
  let letGo = (): void => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const user = 'held-user'
  const about = authorizers.webhook('lifecycle').about(user)
  about.answer({ review: when(released) })
  const client = prober(server, 'fresh', await ordinaryUser(server, user))
  return holdRequest({
    name: `request ${heldKinds.authorizer}`,
    send: () => client.ask({ path: `${configMaps}/sampled`, withinMs: answerWithinMs }),
    confirmed: () => untilAsked(about, () => true, { withinMs: confirmedWithinMs }),
    letGo,
  })
}
