export const cacheFolder: string
