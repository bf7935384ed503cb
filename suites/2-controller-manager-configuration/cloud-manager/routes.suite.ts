import { expect, rule, test } from '#kit'
import { cloudManagerRule, startCloudManager } from '../../shared/cloud-manager.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { createNode } from '../../shared/manager/nodes.ts'

const withinMs = 15_000
const blocksSection = { document: 2, section: 'Cloud-related blocks' } as const
const range = '10.77.3.0/24'

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.route-reconciliation-period.mended',
    says: 'The routes of the cloud are made as the ranges of nodes are, again with each period.',
    source: { ...blocksSection, rows: ['RouteReconciliationPeriod'], aspect: 'routes that others change' },
  },
  () => {
    const otherRange = '10.77.4.0/24'
    const withRoutes = async () => {
      const { cloud } = await startCloudManager({
        loops: ['routes'],
        configuration: { OrchCloudShared: { RouteReconciliationPeriod: '1s' } },
        extraConfiguration: {
          OrchCloudShared: { AllocateNodeCIDRs: true, ConfigureCloudRoutes: true },
        },
        prepareApi: (one) => createNode(one, 'node-a', { podCIDR: range }),
      })
      const { routes, handlers } = { routes: () => cloud.cloud.routes, handlers: cloud.cloud.handlers }
      const hasRouteTo = (to: string) =>
        routes().some((route) => route.node === 'node-a' && route.range === to)
      await expectWithin(() => hasRouteTo(range), { withinMs, what: 'a route was made' })
      return { routes, handlers, hasRouteTo }
    }

    test({ title: 'a route that was removed is created again, each time', id: 'made-again' }, async () => {
      const { routes, handlers, hasRouteTo } = await withRoutes()
      for (const ordinal of ['first', 'second']) {
        for (const { name } of routes()) handlers['delete-route']({ name })
        expect(hasRouteTo(range), `a route before the ${ordinal} period`).toBe(false)
        await expectWithin(() => hasRouteTo(range), {
          withinMs,
          what: `the route is there the ${ordinal} time`,
        })
      }
    }).sees('cloud-routes-made-once')

    test(
      { title: 'a route of a node to another range is removed, each time', id: 'removed-again' },
      async () => {
        const { handlers, hasRouteTo } = await withRoutes()
        for (const ordinal of ['first', 'second']) {
          handlers['create-route']({ node: 'node-a', range: otherRange })
          expect(hasRouteTo(otherRange), `the wrong route before the ${ordinal} period`).toBe(true)
          await expectWithin(() => !hasRouteTo(otherRange), {
            withinMs,
            what: `the wrong route is removed the ${ordinal} time`,
          })
        }
        expect(hasRouteTo(range), 'the right route').toBe(true)
      },
    ).sees('cloud-routes-kept')
  },
)

rule(
  {
    ...cloudManagerRule,
    id: 'manager.cloud.configure-cloud-routes.each-range',
    says: 'Each allocated range of each node is set at the provider, and no range of a node that is gone.',
    source: { ...blocksSection, rows: ['ConfigureCloudRoutes'], aspect: 'each range' },
  },
  () => {
    const secondRange = 'fd00:77::/64'
    const startWithRoutes = async () => {
      const { api, cloud } = await startCloudManager({
        loops: ['routes'],
        configuration: { OrchCloudShared: { ConfigureCloudRoutes: true } },
        extraConfiguration: {
          OrchCloudShared: { AllocateNodeCIDRs: true, RouteReconciliationPeriod: '1s' },
        },
        prepareApi: (one) => createNode(one, 'node-a', { podCIDR: range }),
      })
      const hasRoute = (node: string, to: string) =>
        cloud.cloud.routes.some((route) => route.node === node && route.range === to)
      await expectWithin(() => hasRoute('node-a', range), { withinMs, what: 'a route was made' })
      return { api, hasRoute }
    }

    test(
      { title: 'a node that is created later gets routes to both of its ranges', id: 'later' },
      async () => {
        const { api, hasRoute } = await startWithRoutes()
        const laterRange = '10.77.5.0/24'
        createNode(api, 'node-b', { podCIDR: laterRange, secondCIDR: secondRange })

        await expectWithin(() => hasRoute('node-b', laterRange), { withinMs, what: 'the first route' })
        await expectWithin(() => hasRoute('node-b', secondRange), { withinMs, what: 'the second route' })
      },
    ).sees('cloud-routes-of-first-range-alone')

    test({ title: 'the route to a node that is deleted is removed', id: 'gone' }, async () => {
      const { api, hasRoute } = await startWithRoutes()
      const goneRange = '10.77.6.0/24'
      createNode(api, 'node-c', { podCIDR: goneRange })
      await expectWithin(() => hasRoute('node-c', goneRange), { withinMs, what: 'the route to the node' })
      api.hand.remove({ resource: 'nodes', name: 'node-c' })
      await expectWithin(() => !hasRoute('node-c', goneRange), { withinMs, what: 'the route is removed' })

      expect(hasRoute('node-a', range), 'the route to the other node').toBe(true)
    }).sees('cloud-routes-kept')
  },
)
