import { type Arbitrary, array, nat, option, record, tuple, uniqueArray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { type AnonymousCase, type PathForm, pathForms } from './model.ts'

const paths = ['/livez', '/readyz', '/api', '/apis', '/version', '/livez/ping', '/api/v1'] as const

function target(path: string, form: PathForm): string {
  switch (form) {
    case 'same':
      return path
    case 'with a query':
      return `${path}?verbose`
    case 'slash at the end':
      return `${path}/`
    case 'upper case':
      return path.toUpperCase()
    case 'below it':
      return `${path}/ping`
    case 'longer':
      return `${path}z`
    case 'cut short':
      return path.slice(0, -1)
    case 'the root':
      return '/'
  }
}

/**
 * Settings of anonymous requests. Conditions occur only with enabled access, because other combinations are not
 * documented.
 */
export const anonymousCases: Arbitrary<AnonymousCase> = record({
  enabled: nat(4),
  conditions: option(uniqueArray(oneOf(paths), { maxLength: 4 }), { nil: undefined }),
  others: array(oneOf(paths), { minLength: 1, maxLength: 2 }),
  forms: array(tuple(nat(5), oneOf(pathForms)), { minLength: 4, maxLength: 10 }),
}).map(({ enabled, conditions, others, forms }): AnonymousCase => {
  const allPaths = [...(conditions ?? []), ...others]
  const targets = forms.map(([at, form]) => target(allPaths[at % allPaths.length] ?? '/api', form))
  if (enabled === 4) return { enabled: false, targets }
  return { enabled: true, ...(conditions && { conditions }), targets }
})
