import { wrongValues as shared } from '../../../shared/flags/wrong-values.ts'

/** Values that are none of a type, by the words that complete "refuses"; types that every text is one of are not here. */
export const wrongValues: typeof shared = {
  ...shared,
  int32: { 'a word': 'many', 'a fraction': '1.5', 'more than 32 bits': '2147483648' },
  pairs: { 'a key without a value': 'v1' },
  colonSeparatedMultimapStringString: { 'a name without a value': 'X-Plain' },
  'list of taints': { 'a word': 'perhaps', 'an effect that does not exist': 'a=b:Never' },
  'reserved-memory': { 'a word': 'much', 'memory without a node': 'memory=1Gi' },
  RuntimeDefault: { 'another word': 'perhaps' },
}
