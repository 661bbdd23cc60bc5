{{/* Name of everything that belongs to the release. */}}
{{- define "platonic.name" -}}
{{- $name := contains "platonic" .Release.Name | ternary .Release.Name (printf "%s-platonic" .Release.Name) }}
{{- $name | trunc 52 | trimSuffix "-" }}
{{- end }}

{{- define "platonic.selector" -}}
app.kubernetes.io/name: platonic
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "platonic.labels" -}}
{{ include "platonic.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}
