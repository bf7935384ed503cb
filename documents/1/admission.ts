import { disabledPlugins, enabledPlugins } from '../3/lists/admission-plugins.ts'
import { type Facts, fieldsOf, type FieldTable } from '../fields.ts'
import { admission as between } from './between/admission.ts'

const name: Facts = {
  rules: [
    {
      id: 'admission.entry.name-required',
      says: 'Every entry names a plugin.',
      place: { aspect: 'column Required' },
      title: 'an entry %s',
      fault: 'admission-plugin-name-missing-accepted',
      nearMisses: {
        'without name': { values: [undefined], inV1alpha1: 'with an entry without a name' },
        'whose name is empty': [''],
      },
    },
    {
      id: 'admission.entry.name-registered',
      says: 'The name of an entry is that of a registered plugin, whether the plugin is on or off.',
      acceptedFiles: {
        'an entry for every documented plugin': {
          fault: 'admission-entry-of-plugin-off-refused',
          changes: { plugins: [...enabledPlugins, ...disabledPlugins].map((plugin) => ({ name: plugin })) },
        },
      },
      title: 'the name %s',
      fault: 'admission-plugin-name-unchecked',
      nearMisses: {
        'of an unknown plugin': {
          formerly: 'of no plugin at all',
          values: ['NoSuchPlugin'],
          subject: 'NoSuchPlugin',
          inV1alpha1: 'with an entry for no plugin',
        },
        'of a plugin in lower case': {
          formerly: 'of a plugin, but in lower case',
          values: ['podnodeselector'],
          subject: 'podnodeselector',
        },
        'of a plugin with an additional letter': {
          formerly: 'of a plugin with a letter more',
          values: ['PodNodeSelectors', 'PodNodeSelector ', 'PodNodeSelector,PodSecurity', 'PodNode'],
          subject: 'PodNodeSelectors',
        },
      },
    },
  ],
}

/** Documented properties of the fields of an AdmissionConfiguration in document 1. */
export const admissionTable: FieldTable = {
  document: 1,
  section: 'AdmissionConfiguration',
  page: { types: 'apiserver-config-k8s-io-v1' },
  rows: [
    ...fieldsOf('AdmissionConfiguration', '', {
      plugins: {
        mistypedValues: {
          'an object in place of a list': {
            fault: 'scalar-for-list-accepted',
            values: [{ name: 'PodNodeSelector' }],
            formerly: 'an object where a list belongs',
          },
        },
      },
    }),
    ...fieldsOf('AdmissionPluginConfiguration', 'plugins.0', {
      name,
      path: {
        mistypedValues: {
          'a number in place of a string': {
            fault: 'number-for-string-accepted',
            values: [5],
            formerly: 'a number where a text belongs',
          },
        },
      },
      configuration: {
        mistypedValues: {
          'a string in place of an object': {
            fault: 'wrong-type-ignored',
            values: ['from=inline'],
            formerly: 'a text where an object belongs',
          },
        },
      },
    }),
  ],
  between,
}
