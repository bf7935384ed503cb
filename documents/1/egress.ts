import { connectionPaths, udsConnection, transport, transportFields } from './egress-transport.ts'
import { type Facts, fieldsOf, type FieldTable } from '../fields.ts'
import { egress as between } from './between/egress.ts'

const name: Facts = {
  requirement: {
    words: 'the name of a selection',
    fault: 'egress-name-missing-accepted',
    constraint: 'no name',
    subject: 'connection',
  },
  legalValues: ['cluster', 'controlplane', 'master'],
  rules: [
    {
      id: 'egress.name.supported',
      says: 'The name of a selection is controlplane, etcd, cluster, or master, which is deprecated.',
      acceptedFiles: {
        'the deprecated name in place of controlplane': {
          fault: 'egress-name-master-refused',
          changes: { [`${connectionPaths.controlplane}.name`]: 'master' },
        },
      },
      title: 'a name that %s',
      fault: 'egress-name-unchecked',
      constraint: 'another name',
      nearMisses: {
        'is unknown': {
          values: ['internet', 'konnectivity', 'nodes', 'clusters'],
          subject: 'internet',
          formerly: 'nobody names',
        },
        'ends with a space': { values: ['cluster '], subject: 'cluster ', formerly: 'has a blank behind it' },
        'is the name of a type of traffic': {
          formerly: 'is that of a type of traffic',
          values: ['webhooks'],
          subject: 'webhooks',
        },
      },
    },
    {
      id: 'egress.file.open-name-case',
      says: 'The name of a selection is one of these in lower case.',
      place: { aspect: 'case' },
      title: 'a name that %s',
      fault: 'egress-name-case-ignored',
      nearMisses: {
        'begins with an upper-case letter': {
          values: ['Cluster'],
          subject: ['name', 'cluster'],
          formerly: 'begins with a capital',
        },
        'is in upper case': { values: ['CLUSTER'], subject: ['name', 'cluster'] },
      },
    },
  ],
}

/** Documented properties of the fields of an EgressSelectorConfiguration in document 1. */
export const egressTable: FieldTable = {
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  page: {
    address: 'reference/config-api/apiserver-config.v1alpha1/',
    types: 'apiserver-k8s-io-v1alpha1',
  },
  rows: [
    ...fieldsOf('EgressSelectorConfiguration', '', {
      egressSelections: {
        requirement: { fault: 'egress-selections-missing-accepted', constraint: 'no selections' },
        rules: [
          {
            id: 'egress.file.open-repeated-selections',
            says: 'There is one entry per egress selection client: a second one is refused, also master together with controlplane.',
            place: { aspect: 'one entry per client' },
            nearMisses: {
              'two selections with the same name': {
                fault: 'egress-selection-repeated-accepted',
                path: `${connectionPaths.cluster}.name`,
                values: ['controlplane'],
                subject: 'controlplane',
                formerly: 'two selections of one name',
              },
              'master together with controlplane': {
                fault: 'egress-master-beside-controlplane-accepted',
                path: `${connectionPaths.cluster}.name`,
                values: ['master'],
                subject: 'controlplane',
                formerly: 'master beside controlplane',
              },
            },
          },
        ],
        mistypedValues: {
          'an object in place of a list': {
            fault: 'scalar-for-list-accepted',
            values: [{ name: 'cluster', connection: udsConnection('GRPC') }],
            formerly: 'an object where a list belongs',
          },
        },
      },
    }),
    ...fieldsOf(
      'EgressSelection',
      connectionPaths.cluster,
      {
        name,
        connection: {
          requirement: {
            words: 'the connection of a selection',
            fault: 'egress-connection-missing-accepted',
            constraint: 'no connection',
          },
        },
      },
      'sentence',
    ),
    ...fieldsOf(
      'Connection',
      `${connectionPaths.cluster}.connection`,
      {
        proxyProtocol: {
          requirement: {
            words: 'the proxyProtocol of a connection',
            fault: 'egress-protocol-missing-accepted',
            constraint: 'no protocol',
            subject: 'protocol',
          },
        },
        transport,
      },
      'sentence',
    ),
    ...transportFields,
  ],
  between,
}
