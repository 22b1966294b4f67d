const roots = ['/v2', '/staff/api']

/** True for paths that programs call, always answered with the envelope; other paths may be pages. */
export function isApiPath(path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`))
}
