import { freedom } from '../../quirks/quirks.ts'
import type { Api } from './api.ts'

/** Writes the status of an object: alone or, as a permitted variation, with the rest of the object. */
export async function reportStatus(send: Api['send'], path: string, status: object): Promise<void> {
  if (!freedom('status-written-in-whole')) {
    await send('PATCH', `${path}/status`, { status: addressesPatch(status) })
    return
  }
  const { status: statusCode, object } = await send('GET', path)
  if (statusCode === 200) await send('PUT', `${path}/status`, { ...object, status })
}

/**
 * Returns a patch that replaces all addresses. A patch merges addresses by type, so the last of two addresses of one
 * type would replace both.
 */
function addressesPatch(status: object): object {
  if (!('addresses' in status) || !Array.isArray(status.addresses)) return status
  return { ...status, addresses: [{ $patch: 'replace' }, ...(status.addresses as readonly object[])] }
}
