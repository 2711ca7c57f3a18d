// The scenario through oapi-codegen's client. Prints what it saw, as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path"
	"time"

	"example.com/agency/client"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		request.Header.Set("Service-Version", "Amethyste")
		return nil
	}
	api := must(client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(authorize)))
	ctx := context.Background()
	account, fan := "account-c1", os.Getenv("FAN_ID")

	january, february := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	creators, types, limit := []string{"c1", "c2"}, []client.OrderType{client.OrderTypeTip, client.OrderTypePush}, int32(2)
	orders, pages := [][]any{}, 0
	for cursor := (*string)(nil); pages == 0 || cursor != nil; pages++ {
		page := must(api.ListOrdersWithResponse(ctx, &client.ListOrdersParams{
			CreatorIds: &creators, OrderTypes: &types, Start: &january, End: &february, Limit: &limit, Cursor: cursor})).JSON200
		for _, order := range page.Data {
			orders = append(orders, []any{order.Id, order.OrderType, order.AmountCents})
		}
		cursor = page.NextCursor
	}

	revenue := must(api.GetRevenueWithResponse(ctx, &client.GetRevenueParams{Start: "2026-07-01", End: "2026-07-01"})).JSON200
	fans := []string{}
	for _, item := range must(api.ListFansWithResponse(ctx, account, &client.ListFansParams{
		TagIds:   &[]string{"t1", "t2"},
		Statuses: &[]client.FanSubscriptionStatus{client.FanSubscriptionStatusActiveSubscriber, client.FanSubscriptionStatusInterested},
	})).JSON200.Data {
		fans = append(fans, item.FanId)
	}

	made := must(api.CreateWebhookEndpointWithResponse(ctx, &client.CreateWebhookEndpointParams{}, client.WebhookEndpointCreate{
		Url: "https://hooks.example.com/", EnabledEventTypes: []client.WebhookEventType{client.WebhookEventTypeOrderCreated}})).JSON201
	endpoint := must(api.GetWebhookEndpointWithResponse(ctx, made.Id)).JSON200
	must(api.DeleteWebhookEndpointWithResponse(ctx, made.Id))
	gone := must(api.DeleteWebhookEndpointWithResponse(ctx, made.Id)).ApplicationproblemJSON404

	before := must(api.GetInsightWithResponse(ctx, account, fan)).JSON200
	edit := func(note string) *client.UpdateInsightResponse {
		return must(api.UpdateInsightWithResponse(ctx, account, fan, &client.UpdateInsightParams{IfMatch: &before.Etag}, client.InsightUpdate{Note: &note}))
	}
	after := edit("Likes jazz").JSON200
	stale := edit("Likes rock").ApplicationproblemJSON412

	var event client.WebhookEvent
	if err := json.Unmarshal([]byte(os.Getenv("EVENT")), &event); err != nil {
		panic(err)
	}
	created := must(event.ValueByDiscriminator()).(client.OrderCreatedEvent)

	nothing := "nothing"
	unknown := must(api.GetOrderWithResponse(ctx, nothing)).ApplicationproblemJSON404
	foreign := must(api.ListOrdersWithResponse(ctx, &client.ListOrdersParams{Cursor: &nothing})).ApplicationproblemJSON400
	inverted := must(api.ListOrdersWithResponse(ctx, &client.ListOrdersParams{Start: &february, End: &january})).ApplicationproblemJSON400
	seen := must(json.Marshal(map[string]any{
		"orders":   orders,
		"pages":    pages,
		"revenue":  []any{revenue.RevenueCents, revenue.ByOrderType[0].OrderType, revenue.ByOrderType[0].RevenueCents},
		"fans":     fans,
		"endpoint": []any{endpoint.Status, endpoint.EnabledEventTypes, len(made.Secret), path.Base(gone.Type)},
		"insight":  []any{before.Note, after.Note, path.Base(stale.Type), *stale.CurrentEtag == after.Etag},
		"problems": []any{path.Base(unknown.Type), path.Base(foreign.Type), path.Base(inverted.Type)},
		"event":    []any{created.Type, created.Data.AmountCents},
	}))
	fmt.Println(string(seen))
}
