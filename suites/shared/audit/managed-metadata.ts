/** Metadata of an object with a previous manager. */
export const managedMetadata = {
  managedFields: [
    {
      manager: 'check',
      operation: 'Update',
      apiVersion: 'v1',
      time: '2026-01-01T00:00:00Z',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': {} },
    },
  ],
}
