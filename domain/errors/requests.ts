import type { ErrorEntry } from './entry.ts'

/** Refusals of the request itself (format, key, address, rate), and errors on our side. */
export const requestErrors = {
  missing_idempotency_key: {
    http: 400,
    type: 'invalid_request',
    message: 'L’en-tête Idempotency-Key est obligatoire pour cette opération.',
    cause: 'La route crée un mouvement d’argent et la requête n’a pas d’en-tête Idempotency-Key.',
    remedy:
      'Envoyez une valeur propre à chaque opération, et la même valeur si vous renvoyez la même requête.',
  },
  invalid_idempotency_key: {
    http: 400,
    type: 'invalid_request',
    message:
      'L’en-tête Idempotency-Key doit comporter de 1 à 128 caractères parmi les lettres, les chiffres, « - » et « _ ».',
    cause: 'La valeur est vide, trop longue, envoyée deux fois ou contient un autre caractère.',
    remedy: 'Utilisez par exemple un UUID.',
  },
  idempotency_not_supported: {
    http: 400,
    type: 'invalid_request',
    message:
      'Cette opération ne prend pas l’en-tête Idempotency-Key : envoyée deux fois, elle agirait deux fois.',
    cause: 'La route crée un objet et ne lit pas cet en-tête, qui aurait été ignoré.',
    remedy:
      'Retirez l’en-tête. Après une réponse perdue, listez les objets avant d’en créer un autre.',
  },
  invalid_json: {
    http: 400,
    type: 'invalid_request',
    message:
      'Le corps de la requête n’est pas un JSON valide[ : {fault_in_words}][ (ligne {line}, colonne {column})].',
    cause:
      'Le corps est vide, mal formé, n’est pas en UTF-8, répète une clé ou imbrique trop de niveaux.',
    remedy:
      'Construisez le corps avec une bibliothèque JSON et vérifiez qu’aucune clé n’y figure deux fois.',
  },
  invalid_body: {
    http: 400,
    type: 'invalid_request',
    message: 'Le corps de la requête doit être un objet JSON.',
    cause: 'Le corps est un tableau, un texte, un nombre, un booléen ou null.',
    remedy: 'Envoyez un objet, entre accolades.',
  },
  invalid_content_type: {
    http: 400,
    type: 'invalid_request',
    message:
      'Le corps de la requête doit être envoyé avec Content-Type: application/json[ : {fault_in_words}].',
    cause:
      'L’en-tête Content-Type manque, ou annonce un autre format ou un autre jeu de caractères qu’UTF-8.',
    remedy: 'Envoyez l’en-tête Content-Type: application/json, et le corps en UTF-8.',
  },
  invalid_content_encoding: {
    http: 400,
    type: 'invalid_request',
    message: 'Le corps de la requête doit être envoyé sans compression.',
    cause: 'L’en-tête Content-Encoding ou Transfer-Encoding annonce un corps compressé.',
    remedy:
      'Envoyez le JSON tel quel, sans en-tête Content-Encoding\u00A0; Transfer-Encoding ne peut dire que chunked.',
  },
  invalid_request: {
    http: 400,
    type: 'invalid_request',
    message: 'La requête est mal formée[ : {fault_in_words}].',
    cause:
      'L’adresse, un en-tête ou l’envoi du corps ne respecte pas le protocole HTTP, l’adresse et les en-têtes dépassent 16 Ko ensemble, ou l’envoi a été interrompu.',
    remedy: 'Vérifiez la construction de la requête, puis renvoyez-la.',
  },
  unknown_version: {
    http: 400,
    type: 'invalid_request',
    message: 'L’en-tête Service-Version nomme une version inconnue.',
    cause: 'La version demandée n’existe pas, ou l’en-tête est envoyé deux fois.',
    remedy: 'Envoyez l’une des versions de details.allowed, ou aucun en-tête.',
  },
  request_too_large: {
    http: 413,
    type: 'invalid_request',
    message: 'Le corps de la requête dépasse la taille maximale[ de {max_kilobytes} Ko].',
    cause:
      'Le corps compte plus de 32 768 octets, ou plus que ce qu’une adresse admet de fichiers.',
    remedy: 'Réduisez la description ou les métadonnées ; découpez le fichier.',
  },
  missing_api_key: {
    http: 401,
    type: 'authentication_error',
    message: 'Aucune clé d’API n’a été fournie[ : {header} doit être « Bearer » suivi de la clé].',
    cause: 'L’en-tête Authorization manque ou n’a pas la forme « Bearer <clé> ».',
    remedy: 'Ajoutez l’en-tête Authorization: Bearer suivi de votre clé.',
  },
  invalid_api_key: {
    http: 401,
    type: 'authentication_error',
    message:
      'La clé d’API est inconnue ou désactivée[ : elle n’a pas la forme d’une clé, et une clé secrète commence par {sandbox_prefix} ou {live_prefix}].',
    cause:
      'La clé est mal recopiée, a été renouvelée, révoquée, ou la session de caisse a pris fin.',
    remedy: 'Vérifiez la clé dans le portail ; renouvelez la session de caisse si elle a expiré.',
  },
  secret_key_required: {
    http: 403,
    type: 'permission_error',
    message: 'Cette opération demande la clé secrète.',
    cause: 'La route est réservée à la clé secrète et une autre clé a été utilisée.',
    remedy: 'Appelez cette route depuis votre serveur, avec la clé secrète.',
  },
  scope_required: {
    http: 403,
    type: 'permission_error',
    message: 'Cette clé ne permet pas de demander des retraits.',
    cause: 'La clé a été créée sans le droit de payer, par exemple par un développeur.',
    remedy:
      'Demandez au propriétaire ou à un administrateur de créer dans le portail une clé qui le permet.',
  },
  key_not_allowed: {
    http: 403,
    type: 'permission_error',
    message: 'Ce type de clé ne permet pas cette opération.',
    cause: 'La route n’accepte pas le type de clé utilisé.',
    remedy: 'Consultez la liste des clés admises par cette route.',
  },
  operation_not_allowed: {
    http: 403,
    type: 'permission_error',
    message: 'Votre compte ne permet pas cette opération.',
    cause:
      'Le service est suspendu, l’option n’est pas ouverte, ou le rôle lié à la clé ne suffit pas.',
    remedy: 'Écrivez au support, ou demandez au propriétaire du compte.',
  },
  live_mode_required: {
    http: 403,
    type: 'permission_error',
    message: 'Cette opération n’est disponible qu’en mode réel.',
    cause: 'La clé utilisée est une clé de test.',
    remedy: 'Utilisez une clé du mode réel.',
  },
  sandbox_mode_required: {
    http: 403,
    type: 'permission_error',
    message: 'Cette opération n’est disponible qu’en mode test.',
    cause: 'La clé utilisée est une clé du mode réel.',
    remedy: 'Utilisez une clé de test.',
  },
  method_not_allowed: {
    http: 405,
    type: 'method_not_allowed',
    message:
      'Cette méthode HTTP n’est pas acceptée à cette adresse[ dans cette version : envoyez l’en-tête Service-Version: {service_version}][ ; pour lister, GET {list_path}].',
    cause: 'L’adresse existe, mais pas avec cette méthode.',
    remedy: 'Utilisez l’une des méthodes de l’en-tête Allow.',
  },
  rate_limited: {
    http: 429,
    type: 'rate_limited',
    message: 'Trop de requêtes[ pour {limited}]. Réessayez[ dans {retry_after}].',
    cause:
      'Une limite de débit ou de sécurité est atteinte : par clé, par adresse IP, par numéro, par marchand ou par terminal.',
    remedy: 'Attendez la durée de l’en-tête Retry-After avant de renvoyer la requête.',
  },
  sandbox_rate_limited: {
    http: 429,
    type: 'rate_limited',
    message: 'La limite de créations du mode test est atteinte. Réessayez[ dans {retry_after}].',
    cause: 'Trop de créations en une minute avec cette clé, ou quota quotidien du service atteint.',
    remedy: 'Attendez la durée de l’en-tête Retry-After.',
  },
  not_implemented: {
    http: 501,
    type: 'not_implemented',
    message:
      'Cette fonction n’est pas encore disponible par l’API[ dans cette version : envoyez l’en-tête Service-Version: {service_version}][ : un remboursement se demande dans le portail ({portal_path}), sur la page du paiement].',
    cause: 'La route est réservée à un usage futur, ou une version ultérieure l’a.',
    remedy:
      'Envoyez la version de details.service_version si elle est donnée, sinon utilisez le portail.',
  },
  internal_error: {
    http: 500,
    type: 'server_error',
    message: 'Une erreur interne est survenue. Renvoyez la requête avec la même clé d’idempotence.',
    cause: 'Le service a rencontré un problème inattendu.',
    remedy:
      'Renvoyez la requête avec la même valeur d’Idempotency-Key ; si l’erreur persiste, donnez request_id au support.',
  },
  service_unavailable: {
    http: 503,
    type: 'server_error',
    message:
      'Le service est momentanément indisponible. Renvoyez la requête avec la même clé d’idempotence.',
    cause: 'Une partie du service est en cours de redémarrage ou de maintenance.',
    remedy:
      'Attendez la durée de l’en-tête Retry-After, puis renvoyez la requête avec la même valeur d’Idempotency-Key.',
  },
} satisfies Record<string, ErrorEntry>
