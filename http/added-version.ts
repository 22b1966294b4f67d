/** The version whose additions a request asks for by name in `Service-Version` (docs/api.md#versions). */
export const addedVersion = '2.6.0'
export type AddedVersion = typeof addedVersion
