import { currentCheck, expect, rulesOf, says, seeing, test } from '#kit'
import { file } from '#kit/launch.ts'
import type { Container } from '#mocks/container-runtime/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { podObject, runPod, startsInTime, sharedAgentFixture } from '../fixture.ts'

const { must } = rulesOf({ program: 'node-agent' })

const nodeDns = {
  servers: ['192.0.2.53', '2001:db8::53', '192.0.2.54'],
  searches: ['host.example', 'second.example', 'third.example'],
  options: ['timeout:3', 'attempts:4'],
}
const resolverFile = [
  ...nodeDns.servers.map((server) => `nameserver ${server}`),
  `search ${nodeDns.searches.join(' ')}`,
  `options ${nodeDns.options.join(' ')}`,
  '',
].join('\n')
const nameServers = ['10.9.9.9', '2001:db8:9::8', '10.9.9.7']
const faultsWithoutApi = ['api-pods-not-run', 'orchconfig-ignored']
const staysAwayMs = 4_000

const configuredAgent = sharedAgentFixture(() => ({
  flags: {
    '--cluster-dns': nameServers.join(','),
    '--cluster-domain': 'cluster.example',
    '--resolv-conf': file('resolver', resolverFile, { verbatim: true }),
    '--allowed-unsafe-sysctls': 'kernel.msgmax,net.core.*,fs.mqueue.*',
  },
}))

let podCount = 0
const container = async (spec: object = {}): Promise<Container | undefined> => {
  podCount += 1
  return runPod(await configuredAgent(), podObject(`looked-at-${podCount}`, spec))
}

must('agent.pods.dns', flagRow('--cluster-dns', 'behaviour'), () => {
  says(
    'Pods with the DNS policy ClusterFirst use the servers of --cluster-dns, others those of --resolv-conf.',
  )
  test(
    {
      title: 'gives a pod of the cluster the name servers of the cluster',
      id: 'gives a pod of the cluster the servers of the cluster',
    },
    async () => {
      const podContainer = await container()
      expect(podContainer?.sandbox.config.dnsConfig?.servers).toEqual(nameServers)
    },
  ).sees('cluster-dns-ignored', 'cluster-dns-of-first-family-alone')

  test(
    {
      title: 'gives a pod that names the DNS policy ClusterFirst the name servers of the cluster',
      id: 'by-name',
    },
    async () => {
      const podContainer = await container({ dnsPolicy: 'ClusterFirst' })
      expect(podContainer?.sandbox.config.dnsConfig?.servers).toEqual(nameServers)
    },
  ).sees('cluster-dns-ignored')

  test(
    {
      title: 'gives a pod with the DNS policy Default the name servers of the node',
      id: 'gives a pod of another policy the servers of the node',
    },
    async () => {
      const podContainer = await container({ dnsPolicy: 'Default' })
      expect(podContainer?.sandbox.config.dnsConfig?.servers).toContain('192.0.2.53')
    },
  ).sees('cluster-dns-for-all')
})

must('agent.pods.resolver', flagRow('--resolv-conf', 'behaviour'), () => {
  says('What containers resolve names with is made of --resolv-conf.')
  test(
    { title: 'gives a pod the search domains of the file', id: 'has the search domains of the file' },
    async () => {
      const podContainer = await container({ dnsPolicy: 'Default' })
      expect(podContainer?.sandbox.config.dnsConfig?.searches).toContain('host.example')
    },
  ).sees('cluster-dns-for-all')

  test
    .for({
      'name servers': { part: 'servers', fault: 'resolv-conf-first-server-only' },
      'search domains': { part: 'searches', fault: 'resolv-conf-first-search-only' },
      options: { part: 'options', fault: 'resolv-conf-first-option-only' },
    } as const)(
      { title: 'gives a pod all %s of the file', id: 'has all %s of the file' },
      async ({ part }) => {
        const podContainer = await container({ dnsPolicy: 'Default' })
        expect(podContainer?.sandbox.config.dnsConfig?.[part]).toEqual(nodeDns[part])
      },
    )
    .sees(({ fault }) => fault)

  test(
    {
      title: 'gives a pod of the cluster all search domains of the file',
      id: 'has all search domains of the file in a pod of the cluster',
    },
    async () => {
      const podContainer = await container()
      expect(podContainer?.sandbox.config.dnsConfig?.searches).toEqual(
        expect.arrayContaining(nodeDns.searches),
      )
    },
  ).sees('resolv-conf-first-search-only')
})

must('agent.pods.search-domains', flagRow('--cluster-domain', 'behaviour'), () => {
  says('Containers search in --cluster-domain, too.')
  test(
    {
      title: 'gives a pod the domain of the cluster as search domain',
      id: 'has the domain among those that are searched',
    },
    async () => {
      const podContainer = await container()
      const searchDomains = podContainer?.sandbox.config.dnsConfig?.searches ?? []
      expect(searchDomains).toContain('cluster.example')
      currentCheck().observe('search domains', searchDomains)
    },
  ).sees('cluster-domain-ignored')

  const withHostNet = { dnsPolicy: 'ClusterFirstWithHostNet' }
  const onHost = seeing(['cluster-domain-not-on-host-network'], { ...withHostNet, hostNetwork: true })
  test
    .for({
      'the DNS policy ClusterFirstWithHostNet': withHostNet,
      'the DNS policy ClusterFirstWithHostNet in the network of the host': onHost,
    })({ title: 'gives a pod with %s the domain of the cluster', id: 'with-%s' }, async (spec) => {
      const podContainer = await container(spec)
      expect(podContainer?.sandbox.config.dnsConfig?.searches).toContain('cluster.example')
    })
    .sees('cluster-domain-ignored')
})

must('agent.pods.unsafe-sysctls', flagRow('--allowed-unsafe-sysctls', 'behaviour'), () => {
  says('Pods may have the unsafe sysctls of --allowed-unsafe-sysctls, by name or by what they begin with.')
  const withSysctl = (name: string) => ({ securityContext: { sysctls: [{ name, value: '65536' }] } })
  test
    .for({
      'by its name': { name: 'kernel.msgmax', faults: ['unsafe-sysctls-ignored'] },
      'by a pattern': {
        name: 'net.core.somaxconn',
        faults: ['unsafe-sysctls-ignored', 'sysctl-patterns-ignored'],
      },
      'by the second pattern': {
        name: 'fs.mqueue.msg_max',
        faults: ['unsafe-sysctls-ignored', 'sysctl-patterns-ignored', 'only-first-sysctl-pattern'],
      },
    })('gives a pod a sysctl that is permitted %s', async ({ name }) => {
      const podContainer = await container(withSysctl(name))
      expect(podContainer?.sandbox.config.linux?.sysctls).toMatchObject({ [name]: '65536' })
    })
    .sees(({ faults }) => faults, ...faultsWithoutApi)

  test(
    {
      title: 'runs no pod with an unsafe sysctl that the flag does not list',
      id: 'runs no pod with another one',
    },
    async () => {
      const agentFixture = await configuredAgent()
      agentFixture.api.hand.create(podObject('forbidden', withSysctl('kernel.msgmnb')))
      expect(await startsInTime(agentFixture.runtime, 'forbidden', staysAwayMs)).toBe(false)
    },
  ).sees('unsafe-sysctls-let-in')

  test
    .for({
      'a permitted sysctl and one that the flag does not list': {
        names: ['kernel.msgmax', 'kernel.msgmnb'],
        fault: 'only-first-sysctl-checked',
      },
      'a sysctl whose name begins with the name of a permitted one': {
        names: ['kernel.msgmaximum'],
        fault: 'sysctl-names-are-prefixes',
      },
      'a sysctl whose name begins like a pattern': {
        names: ['net.corex.somaxconn'],
        fault: 'sysctl-patterns-without-dot',
      },
    })({ title: 'runs no pod with %s', id: 'none-with-%s' }, async ({ names, fault }) => {
      const { api, runtime } = await configuredAgent()
      const sysctls = names.map((name) => ({ name, value: '65536' }))
      api.hand.create(podObject(fault, { securityContext: { sysctls } }))
      expect(await startsInTime(runtime, fault, staysAwayMs)).toBe(false)
      expect(await container(withSysctl('kernel.msgmax')), 'a permitted one').toBeDefined()
    })
    .sees(({ fault }) => fault)
})
