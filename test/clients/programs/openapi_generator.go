// The scenario through openapi-generator's Go client. Prints what it saw, as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"time"

	client "example.com/agency/client"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// problemOf reads the problem of the status whose schema Problem is.
func problemOf[Problem any](err error) Problem {
	var refused *client.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(err)
	}
	return refused.Model().(Problem)
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := client.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("API_KEY"))
	ctx = context.WithValue(ctx, client.ContextAPIKeys, map[string]client.APIKey{"serviceVersion": {Key: "Amethyste"}})
	account, fan := "account-c1", os.Getenv("FAN_ID")

	january, february := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	orders, pages, cursor := [][]any{}, 0, client.NullableString{}
	for pages == 0 || cursor.Get() != nil {
		request := api.OrdersAPI.ListOrders(ctx).CreatorIds([]string{"c1", "c2"}).
			OrderTypes([]client.OrderType{client.ORDERTYPE_TIP, client.ORDERTYPE_PUSH}).Start(january).End(february).Limit(2)
		if cursor.Get() != nil {
			request = request.Cursor(*cursor.Get())
		}
		page := must(request.Execute())
		for _, order := range page.Data {
			orders = append(orders, []any{order.Id, order.OrderType, order.AmountCents})
		}
		pages, cursor = pages+1, page.NextCursor
	}

	revenue := must(api.AnalyticsAPI.GetRevenue(ctx).Start("2026-07-01").End("2026-07-01").Execute())
	fans := []string{}
	for _, item := range must(api.FansAPI.ListFans(ctx, account).TagIds([]string{"t1", "t2"}).Statuses([]client.FanSubscriptionStatus{
		client.FANSUBSCRIPTIONSTATUS_ACTIVE_SUBSCRIBER, client.FANSUBSCRIPTIONSTATUS_INTERESTED}).Execute()).Data {
		fans = append(fans, item.FanId)
	}

	made := must(api.WebhooksAPI.CreateWebhookEndpoint(ctx).WebhookEndpointCreate(*client.NewWebhookEndpointCreate(
		"https://hooks.example.com/", []client.WebhookEventType{client.WEBHOOKEVENTTYPE_ORDER_CREATED})).Execute())
	endpoint := must(api.WebhooksAPI.GetWebhookEndpoint(ctx, made.Id).Execute())
	if _, err := api.WebhooksAPI.DeleteWebhookEndpoint(ctx, made.Id).Execute(); err != nil {
		panic(err)
	}
	_, err := api.WebhooksAPI.DeleteWebhookEndpoint(ctx, made.Id).Execute()
	gone := problemOf[client.Problem404](err)

	note := func(text string) client.InsightUpdate { return client.InsightUpdate{Note: &text} }
	before := must(api.InsightsAPI.GetInsight(ctx, account, fan).Execute())
	edit := api.InsightsAPI.UpdateInsight(ctx, account, fan).IfMatch(before.Etag)
	after := must(edit.InsightUpdate(note("Likes jazz")).Execute())
	_, _, err = edit.InsightUpdate(note("Likes rock")).Execute()
	stale := problemOf[client.Problem412](err)

	var event client.WebhookEvent
	if err := json.Unmarshal([]byte(os.Getenv("EVENT")), &event); err != nil {
		panic(err)
	}
	created := event.OrderCreatedEvent

	_, _, unknown := api.OrdersAPI.GetOrder(ctx, "nothing").Execute()
	_, _, foreign := api.OrdersAPI.ListOrders(ctx).Cursor("nothing").Execute()
	_, _, inverted := api.OrdersAPI.ListOrders(ctx).Start(february).End(january).Execute()
	seen, err := json.Marshal(map[string]any{
		"orders":   orders,
		"pages":    pages,
		"revenue":  []any{revenue.RevenueCents, revenue.ByOrderType[0].OrderType, revenue.ByOrderType[0].RevenueCents},
		"fans":     fans,
		"endpoint": []any{endpoint.Status, endpoint.EnabledEventTypes, len(made.Secret), path.Base(gone.Type)},
		"insight":  []any{before.Note, after.Note, path.Base(stale.Type), stale.GetCurrentEtag() == after.Etag},
		"problems": []any{path.Base(problemOf[client.Problem404](unknown).Type), path.Base(problemOf[client.Problem400](foreign).Type),
			path.Base(problemOf[client.Problem400](inverted).Type)},
		"event": []any{created.Type, created.Data.AmountCents},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(seen))
}
