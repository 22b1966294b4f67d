const sentences: Readonly<Record<string, string>> = {
  address_refused: 'adresse refusée (privée ou réservée)',
  dns_failed: 'nom d’hôte introuvable',
  connection_failed: 'connexion impossible',
  tls_invalid: 'certificat TLS non valable',
  connection_closed: 'connexion coupée avant la réponse',
  response_invalid: 'réponse illisible',
  timeout: 'pas de réponse en 10 secondes',
  redirect: 'redirection, que nous ne suivons pas',
  http_status: 'réponse autre que 2xx',
  worker_lost: 'envoi interrompu de notre côté',
  endpoint_disabled: 'webhook désactivé',
  endpoint_deleted: 'webhook supprimé',
}

/** Why a delivery failed, in words. */
export function errorText(code: string): string {
  return sentences[code] ?? code
}
