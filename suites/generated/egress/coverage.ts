import { type EgressCase, selectionNames, trustedWays, ways } from './model.ts'
import { proxyOf, proxyOfStore } from './oracle.ts'

/** Returns the coverage of a case: the traffic of each selection by connection, and direct traffic. */
export function coverageOf(testCase: EgressCase): readonly string[] {
  const { selections, issuers } = testCase
  const wayOf = (name: string | undefined): string =>
    selections.find((selection) => selection.name === name)?.way ?? 'directly'
  const context = selections.length > 0 ? 'beside selections' : 'without a file'
  return [
    ...issuers.flatMap((issuer) => {
      const carrier = proxyOf(testCase, issuer)
      const keys = issuer.hasOtherKeysUrl ? ['keys elsewhere'] : []
      return [
        ...keys,
        carrier === undefined ? `an issuer ${context}` : `an issuer by ${carrier}, ${wayOf(carrier)}`,
      ]
    }),
    proxyOfStore(testCase) === undefined ? `the store ${context}` : `the store by ${wayOf('etcd')}`,
    ...(new Set(issuers.map(({ type }) => type)).size > 2 ? ['issuers of three ways'] : []),
  ]
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...['an issuer', 'the store'].flatMap((what) => [`${what} beside selections`, `${what} without a file`]),
  ...selectionNames
    .filter((name) => name !== 'etcd')
    .flatMap((name) => ways.map((way) => `an issuer by ${name}, ${way}`)),
  ...trustedWays.map((way) => `the store by ${way}`),
  'keys elsewhere',
  'issuers of three ways',
]
