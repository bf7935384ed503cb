import { allowedNames } from '../../3-command-line-flags/node-agent/labels.ts'

const domain = 'orch.io'
const prefixes = ['orchlet.orch.io', 'node.orch.io']

/**
 * Reports whether a node may have a label; `open` below the domain of an allowed prefix, which the documents do not
 * cover.
 */
export function isAllowed(key: string): boolean | 'open' {
  const slashIndex = key.indexOf('/')
  const labelDomain = slashIndex < 0 ? '' : key.slice(0, slashIndex)
  if (labelDomain !== domain && !labelDomain.endsWith(`.${domain}`)) return true
  if (allowedNames.includes(key) || prefixes.includes(labelDomain)) return true
  return prefixes.some((prefix) => labelDomain.endsWith(`.${prefix}`)) ? 'open' : false
}
