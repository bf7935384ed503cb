import { formerly } from '#kit'

/** Labels in the domain of the system that a node may have, by exact name. */
export const allowedNames = [
  'beta.orch.io/arch',
  'beta.orch.io/instance-type',
  'beta.orch.io/os',
  'failure-domain.beta.orch.io/region',
  'failure-domain.beta.orch.io/zone',
  'orch.io/arch',
  'orch.io/hostname',
  'orch.io/os',
  'node.orch.io/instance-type',
  'topology.orch.io/region',
  'topology.orch.io/zone',
]

/** Labels with an allowed prefix. */
export const allowedPrefixes = ['orchlet.orch.io/own', 'node.orch.io/own']

/** Labels outside the domain of the system. */
export const otherDomainLabels = ['example.com/own', 'own', 'not-orch.io.example/own']

/** Label whose domain ends with an allowed domain without being a subdomain. */
export const similarDomainLabel = 'own-node.orch.io/own'

/** Label that begins with the name of an allowed label. */
export const longerLabel = 'orch.io/osversion'

/** Labels in the domain of the system that are not allowed, by the words that complete "refuses". */
export const forbiddenLabels = {
  'an unlisted name in the domain of the system': formerly(
    'another name of the domain itself',
    'orch.io/role',
  ),
  'an allowed name in another case': 'orch.io/Arch',
  'a name that begins with an allowed name': longerLabel,
  'a name in an unlisted subdomain of the system': formerly(
    'a name below another part of it',
    'role.orch.io/own',
  ),
  'a name in a domain that only ends with the text of an allowed domain': formerly(
    'a name of a domain that ends in the letters of an allowed one',
    similarDomainLabel,
  ),
  'an unlisted name in a domain with allowed names': formerly(
    'another name beside an allowed one',
    'topology.orch.io/rack',
  ),
}
