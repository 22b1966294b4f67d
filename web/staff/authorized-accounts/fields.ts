/** Two forms of one page: each field has its own name, by which readers of screens find it. */
export const revokeReason = 'revoke_reason'
