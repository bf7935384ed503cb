import { connectionPaths, udsConnection, transport, transportFields } from './egress-transport.ts'
import { type Facts, fieldsOf, type FieldTable } from '../fields.ts'
import { egress as between } from './between/egress.ts'

const name: Facts = {
  required: {
    words: 'the name of a selection',
    fault: 'egress-name-missing-accepted',
    constraint: 'no name',
    about: 'connection',
  },
  legal: ['cluster', 'controlplane', 'master'],
  rules: [
    {
      id: 'egress.name.supported',
      says: 'The name of a selection is controlplane, etcd, cluster, or master, which is deprecated.',
      accepts: {
        'the deprecated name in place of controlplane': {
          fault: 'egress-name-master-refused',
          changes: { [`${connectionPaths.controlplane}.name`]: 'master' },
        },
      },
      title: 'a name that %s',
      fault: 'egress-name-unchecked',
      constraint: 'another name',
      near: {
        'is unknown': {
          values: ['internet', 'konnectivity', 'nodes', 'clusters'],
          about: 'internet',
          formerly: 'nobody names',
        },
        'ends with a space': { values: ['cluster '], about: 'cluster ', formerly: 'has a blank behind it' },
        'is the name of a type of traffic': {
          formerly: 'is that of a type of traffic',
          values: ['webhooks'],
          about: 'webhooks',
        },
      },
    },
    {
      id: 'egress.file.open-name-case',
      says: 'The name of a selection is one of these in lower case.',
      place: { aspect: 'case' },
      title: 'a name that %s',
      fault: 'egress-name-case-ignored',
      near: {
        'begins with an upper-case letter': {
          values: ['Cluster'],
          about: ['name', 'cluster'],
          formerly: 'begins with a capital',
        },
        'is in upper case': { values: ['CLUSTER'], about: ['name', 'cluster'] },
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
        required: { fault: 'egress-selections-missing-accepted', constraint: 'no selections' },
        rules: [
          {
            id: 'egress.file.open-repeated-selections',
            says: 'There is one entry per egress selection client: a second one is refused, also master together with controlplane.',
            place: { aspect: 'one entry per client' },
            near: {
              'two selections with the same name': {
                fault: 'egress-selection-repeated-accepted',
                path: `${connectionPaths.cluster}.name`,
                values: ['controlplane'],
                about: 'controlplane',
                formerly: 'two selections of one name',
              },
              'master together with controlplane': {
                fault: 'egress-master-beside-controlplane-accepted',
                path: `${connectionPaths.cluster}.name`,
                values: ['master'],
                about: 'controlplane',
                formerly: 'master beside controlplane',
              },
            },
          },
        ],
        mistyped: {
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
          required: {
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
          required: {
            words: 'the proxyProtocol of a connection',
            fault: 'egress-protocol-missing-accepted',
            constraint: 'no protocol',
            about: 'protocol',
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
