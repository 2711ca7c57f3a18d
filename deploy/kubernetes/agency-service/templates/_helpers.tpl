{{- define "service.labels" -}}
app.kubernetes.io/name: agency-service
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "service.selector" -}}
app.kubernetes.io/name: agency-service
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "service.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "service.secretName" -}}
{{ .Values.secrets.existing | default (printf "%s-secrets" .Release.Name) }}
{{- end }}

{{- define "service.operatorName" -}}
{{ .Release.Name }}-operator
{{- end }}

{{/* The names of the operator's Service in a cluster, and those of the values. */}}
{{- define "service.operatorHosts" -}}
{{- $name := include "service.operatorName" . }}
{{- $inNamespace := printf "%s.%s" $name .Release.Namespace }}
{{- $names := list $name $inNamespace (printf "%s.svc" $inNamespace) (printf "%s.svc.cluster.local" $inNamespace) }}
{{- concat $names .Values.operatorService.hosts | join "," | quote }}
{{- end }}

{{- define "service.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "service.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* A value as a string. Numbers of a values file are floats, which `quote` alone writes as 1e+06 from a million on. */}}
{{- define "service.text" -}}
{{- if kindIs "string" . }}{{ . | quote }}{{ else }}{{ toJson . | quote }}{{ end }}
{{- end }}

{{- define "service.settings" -}}
- { name: DATABASE_URL_FILE, value: /run/secrets/service/database-url }
{{- if or .Values.secrets.existing .Values.secrets.databaseDirectUrl }}
- { name: DATABASE_DIRECT_URL_FILE, value: /run/secrets/service/database-direct-url }
{{- end }}
- { name: ENCRYPTION_KEY_FILE, value: /run/secrets/service/encryption-key }
- { name: OPERATOR_TOKEN_FILE, value: /run/secrets/service/operator-token }
- { name: PUBLIC_URL, value: {{ .Values.settings.publicUrl | quote }} }
- { name: TRUSTED_PROXIES, value: {{ .Values.settings.trustedProxies | quote }} }
- { name: DATABASE_CONNECTIONS, value: {{ include "service.text" .Values.settings.databaseConnections }} }
- { name: LOG_LEVEL, value: {{ .Values.settings.logLevel | quote }} }
{{- with .Values.operatorWebhook.url }}
- { name: OPERATOR_WEBHOOK_URL, value: {{ . | quote }} }
- { name: OPERATOR_WEBHOOK_SECRET_FILE, value: /run/secrets/service/operator-webhook-secret }
{{- end }}
{{- with .Values.traces.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
- { name: OTEL_TRACES_SAMPLER, value: parentbased_traceidratio }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ include "service.text" $.Values.traces.ratio }} }
{{- end }}
{{- range $name, $value := .Values.settings.extra }}
- { name: {{ $name }}, value: {{ include "service.text" $value }} }
{{- end }}
{{- end }}

{{- define "service.mounts" -}}
- { name: secrets, mountPath: /run/secrets/service, readOnly: true }
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "service.volumes" -}}
- { name: secrets, secret: { secretName: {{ include "service.secretName" . }}, defaultMode: 0440 } }
- { name: data, emptyDir: { sizeLimit: 16Mi } }
- { name: tmp, emptyDir: { sizeLimit: 64Mi } }
{{- end }}

{{/* Probes and Prometheus name the address of the pod in `Host`: the listener accepts its own address, of either family. */}}
{{- define "service.probes" -}}
startupProbe:
  httpGet: { path: /readyz, port: operator }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /livez, port: operator }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: operator }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}
